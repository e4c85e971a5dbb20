"""The room's own certificate: made once, for the names of this machine, its key for its owner alone."""

from cryptography import x509

from feltro.web.certificate import local_certificate


def test_a_certificate_is_made_once_and_again_for_another_address(tmp_path):
    """The same machine keeps its certificate; a new address of the room makes a new one that names it."""
    made = local_certificate("192.168.7.20", tmp_path)
    first = made.certificate.read_bytes()
    assert local_certificate("192.168.7.20", tmp_path).certificate.read_bytes() == first
    assert made.key.stat().st_mode & 0o077 == 0
    again = x509.load_pem_x509_certificate(local_certificate("192.168.7.21", tmp_path).certificate.read_bytes())
    names = again.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert "192.168.7.21" in map(str, names.get_values_for_type(x509.IPAddress))
    assert "localhost" in names.get_values_for_type(x509.DNSName)


def test_a_damaged_certificate_is_replaced(tmp_path):
    """A file that is no certificate does not keep the room closed."""
    made = local_certificate("", tmp_path)
    made.certificate.write_text("nonsense")
    assert b"BEGIN CERTIFICATE" in local_certificate("", tmp_path).certificate.read_bytes()
