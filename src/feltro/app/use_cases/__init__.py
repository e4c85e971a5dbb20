"""One file for each thing people do that touches more than one stream."""
