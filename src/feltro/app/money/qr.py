"""A code as a picture that a phone scans: drawn here, without asking anybody."""

import io

MODULE = 4
"""Units of the picture for each square of the code."""


def qr_svg(text: str) -> str:
    """A whole SVG document, black on white whatever the page's colours are, with the quiet border."""
    import segno

    picture = io.BytesIO()
    code = segno.make_qr(text, error="m", boost_error=False)
    code.save(picture, kind="svg", scale=MODULE, border=4, light="white", dark="black", xmldecl=False, nl=False)
    return picture.getvalue().decode()
