"""A local authority and a certificate for this machine, so that a hall's devices get HTTPS."""

import contextlib
import datetime
import ipaddress
import os
import socket
from collections.abc import Iterable
from pathlib import Path

import psutil
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

Address = ipaddress.IPv4Address | ipaddress.IPv6Address

AUTHORITY_DAYS = 730
CERTIFICATE_DAYS = 397  # the longest that Apple's devices accept
RENEW_BEFORE_DAYS = 30
# What a local authority may speak for, besides the machine's own names: private networks.
PRIVATE = (
    *("10.0.0.0/8", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.168.0.0/16"),
    *("::1/128", "fc00::/7", "fe80::/10"),
)


def authority_file(var: Path) -> Path:
    """The local authority's public certificate."""
    return var / "tls" / "authority.crt"


def certificate_file(var: Path) -> Path:
    """This machine's certificate."""
    return var / "tls" / "machine.crt"


def key_file(var: Path) -> Path:
    """This machine's private key."""
    return var / "tls" / "machine.key"


def fingerprint(certificate: Path) -> str:
    """What a careful person compares before trusting it."""
    found = x509.load_pem_x509_certificate(certificate.read_bytes())
    return found.fingerprint(hashes.SHA256()).hex(":").upper()


def machine_names() -> list[str]:
    """The names a device on the same network may use for this machine."""
    host = socket.gethostname().lower()
    short = host.split(".")[0]
    return sorted({"localhost", host, short, f"{short}.local"})


def machine_addresses() -> list[str]:
    """This machine's addresses on its networks, loopback included."""
    found = {
        address.address.split("%")[0]
        for addresses in psutil.net_if_addrs().values()
        for address in addresses
        if address.family in (socket.AF_INET, socket.AF_INET6)
    }
    return sorted(found | {"127.0.0.1", "::1"})


def ensure_certificate(var: Path, names: Iterable[str], *, now: datetime.datetime) -> bool:
    """Make what is missing, and say whether that was a new authority: devices must trust it anew.

    The certificate is made again when names or time require it, the authority when it may not
    speak for one of the names or ends soon.
    """
    (var / "tls").mkdir(parents=True, exist_ok=True)
    wanted = {name for name in names if not is_passing(name)}
    is_new = not holds(authority_file(var), wanted, now=now)
    if is_new:
        make_authority(var, wanted, now=now)
    if is_new or not covers(certificate_file(var), wanted, now=now):
        make_certificate(var, wanted, now=now)
    return is_new


def is_passing(name: str) -> bool:
    """Whether this is a public IPv6 address: a machine has others tomorrow."""
    address = as_address(name)
    return address is not None and address.version == 6 and not is_private(address)


def is_private(address: Address) -> bool:
    """Whether this address is of a network that is nobody else's."""
    return any(address in ipaddress.ip_network(network) for network in PRIVATE)


def as_address(name: str) -> Address | None:
    """A name that is an address, as one."""
    with contextlib.suppress(ValueError):
        return ipaddress.ip_address(name)
    return None


def holds(authority: Path, names: set[str], *, now: datetime.datetime) -> bool:
    """Whether this authority may speak for all these names and will for a while."""
    if not authority.is_file():
        return False
    found = x509.load_pem_x509_certificate(authority.read_bytes())
    ends = found.not_valid_after_utc - datetime.timedelta(days=RENEW_BEFORE_DAYS)
    try:
        allowed = found.extensions.get_extension_for_class(x509.NameConstraints).value
    except x509.ExtensionNotFound:
        return False
    spoken = {str(each.value) for each in allowed.permitted_subtrees or ()}
    return now < ends and {limit_for(name) for name in names} - {*PRIVATE} <= spoken


def limit_for(name: str) -> str:
    """What an authority must be allowed in order to speak for this name."""
    address = as_address(name)
    if address is None:
        return name
    within = [network for network in PRIVATE if address in ipaddress.ip_network(network)]
    return within[0] if within else str(ipaddress.ip_network(address))


def covers(certificate: Path, names: set[str], *, now: datetime.datetime) -> bool:
    """Whether this certificate speaks for all these names and will for a while."""
    if not certificate.is_file():
        return False
    found = x509.load_pem_x509_certificate(certificate.read_bytes())
    spoken = found.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    known = {str(name.value) for name in spoken}
    ends = found.not_valid_after_utc - datetime.timedelta(days=RENEW_BEFORE_DAYS)
    return names <= known and now < ends


def make_authority(var: Path, names: set[str], *, now: datetime.datetime) -> None:
    """A new authority for these names and private addresses alone: its key never leaves `var/`."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = subject(f"Shuffle Up authority of {socket.gethostname()}")
    builder = (
        builder_for(name, issuer=name, key=key, days=AUTHORITY_DAYS, now=now)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(key_usage(signs_certificates=True), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(limits(names), critical=True)
    )
    write_private(var / "tls" / "authority.key", key)
    write(authority_file(var), builder.sign(key, hashes.SHA256()))


def limits(names: set[str]) -> x509.NameConstraints:
    """What a new authority may speak for: stolen, it passes for no other site."""
    allowed = sorted({*PRIVATE, *map(limit_for, names)})
    return x509.NameConstraints([subtree(each) for each in allowed], excluded_subtrees=None)


def subtree(limit: str) -> x509.GeneralName:
    """A network or a name, in the form constraints keep it."""
    with contextlib.suppress(ValueError):
        return x509.IPAddress(ipaddress.ip_network(limit))
    return x509.DNSName(limit)


def make_certificate(var: Path, names: set[str], *, now: datetime.datetime) -> None:
    """A certificate for this machine, signed by its authority."""
    authority = x509.load_pem_x509_certificate(authority_file(var).read_bytes())
    signer = read_private(var / "tls" / "authority.key")
    key = ec.generate_private_key(ec.SECP256R1())
    days = min(CERTIFICATE_DAYS, (authority.not_valid_after_utc - now).days + 1)
    builder = (
        builder_for(subject("Shuffle Up"), issuer=authority.subject, key=key, days=days, now=now)
        .add_extension(x509.SubjectAlternativeName([general_name(n) for n in sorted(names)]), False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(key_usage(signs_certificates=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(
            x509.AuthorityKeyIdentifier.from_issuer_public_key(signer.public_key()), critical=False
        )
    )
    write_private(key_file(var), key)
    write(certificate_file(var), builder.sign(signer, hashes.SHA256()))


def builder_for(
    name: x509.Name,
    *,
    issuer: x509.Name,
    key: ec.EllipticCurvePrivateKey,
    days: int,
    now: datetime.datetime,
) -> x509.CertificateBuilder:
    """What both certificates share; they start a day ago, for devices whose clock is off."""
    return (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=days - 1))
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    )


def subject(common_name: str) -> x509.Name:
    """A certificate's name as people see it."""
    return x509.Name(
        [
            x509.NameAttribute(NameOID.COMMON_NAME, common_name[:64]),
            x509.NameAttribute(NameOID.ORGANIZATION_NAME, "Shuffle Up"),
        ]
    )


def general_name(name: str) -> x509.GeneralName:
    """An address or a host name, in the form certificates keep it."""
    address = as_address(name)
    return x509.DNSName(name) if address is None else x509.IPAddress(address)


def key_usage(*, signs_certificates: bool) -> x509.KeyUsage:
    """What a key may be used for: to sign certificates, or to speak TLS."""
    return x509.KeyUsage(
        digital_signature=not signs_certificates,
        key_cert_sign=signs_certificates,
        crl_sign=signs_certificates,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )


def write(path: Path, certificate: x509.Certificate) -> None:
    """Keep a certificate where all may read it."""
    path.write_bytes(certificate.public_bytes(serialization.Encoding.PEM))


def write_private(path: Path, key: ec.EllipticCurvePrivateKey) -> None:
    """Keep a key where only its owner may read it."""
    content = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    path.unlink(missing_ok=True)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(content)


def read_private(path: Path) -> ec.EllipticCurvePrivateKey:
    """The key kept there."""
    key = serialization.load_pem_private_key(path.read_bytes(), password=None)
    if not isinstance(key, ec.EllipticCurvePrivateKey):
        raise TypeError(f"{path} is not the key that this program writes")
    return key
