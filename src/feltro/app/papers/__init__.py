"""Paper: what is printed is plain data first (`blocks.py`), and a PDF only at the press (`press.py`)."""
