"""The site with every address and no house behind it: read by the process from which workers are forked, and by nobody else.

What is loaded here stays, and no collector looks at it again: its memory is there once for all workers.
"""

import gc

from feltro.rulebook.library import shipped
from feltro.web.site import lay_out

gc.disable()
shipped().load_all()
SITE = lay_out(staffed=True)
gc.freeze()
