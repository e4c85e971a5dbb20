"""What a page may load, and who may show it inside another."""

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "media-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
WITH_PAPERS = POLICY.replace("form-action", "frame-src 'self'; form-action")
"""A page that holds a paper of ours, to send it to the printer."""
HELD = {
    "Content-Security-Policy": POLICY.replace("frame-ancestors 'none'", "frame-ancestors 'self'"),
    "X-Frame-Options": "SAMEORIGIN",
}
"""Such a paper."""
