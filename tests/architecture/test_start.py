"""What a start may load: a library that a few pages need waits until one of them is asked for."""

import subprocess
import sys

LATE = ("fpdf", "fontTools", "PIL", "xlsxwriter", "segno", "psycopg", "holidays")
LAID_OUT = "import sys; from feltro.web.pages import handlers; handlers(staffed=True); print(*sys.modules)"


def test_every_page_is_there_before_any_library_of_papers_and_files_is_loaded():
    told = subprocess.run([sys.executable, "-c", LAID_OUT], capture_output=True, text=True, check=True)
    loaded = told.stdout.split()
    assert "feltro.web.desk.sale" in loaded
    assert [name for name in LATE if name in loaded] == []
