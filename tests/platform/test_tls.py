"""The local authority and this machine's certificate."""

import datetime
import ssl
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.x509.verification import PolicyBuilder, Store, VerificationError

from config.machine import tls

NOW = datetime.datetime(2027, 3, 1, 12, tzinfo=datetime.UTC)
NAMES = ["localhost", "laptop.local", "192.168.1.20", "::1"]


@pytest.fixture
def var(tmp_path: Path) -> Path:
    tls.ensure_certificate(tmp_path, NAMES, now=NOW)
    return tmp_path


def loaded(path: Path) -> x509.Certificate:
    return x509.load_pem_x509_certificate(path.read_bytes())


@pytest.mark.parametrize("name", NAMES)
def test_a_device_that_trusts_the_authority_accepts_the_machine(var: Path, name: str):
    store = Store([loaded(tls.authority_file(var))])
    expected = tls.general_name(name)
    assert isinstance(expected, x509.DNSName | x509.IPAddress)
    verifier = PolicyBuilder().store(store).time(NOW).build_server_verifier(expected)
    assert verifier.verify(loaded(tls.certificate_file(var)), [])


def test_it_is_not_made_again_while_it_covers_every_name(var: Path):
    before = tls.certificate_file(var).read_bytes()
    tls.ensure_certificate(var, NAMES, now=NOW)
    assert tls.certificate_file(var).read_bytes() == before


def test_a_new_address_gets_a_new_certificate_from_the_same_authority(var: Path):
    authority = tls.authority_file(var).read_bytes()
    tls.ensure_certificate(var, [*NAMES, "10.0.0.5"], now=NOW)
    assert tls.authority_file(var).read_bytes() == authority
    assert tls.covers(tls.certificate_file(var), {"10.0.0.5", "localhost"}, now=NOW)


@pytest.mark.parametrize(
    "name", ["bank.example", "evil.laptop.example", "203.0.113.9", "2001:db8::1"]
)
def test_whoever_steals_the_authority_can_speak_for_no_other_site(var: Path, name: str):
    tls.make_certificate(var, {name}, now=NOW)
    store = Store([loaded(tls.authority_file(var))])
    expected = tls.general_name(name)
    assert isinstance(expected, x509.DNSName | x509.IPAddress)
    verifier = PolicyBuilder().store(store).time(NOW).build_server_verifier(expected)
    with pytest.raises(VerificationError):
        verifier.verify(loaded(tls.certificate_file(var)), [])


def test_the_authority_lives_for_two_years_and_no_certificate_outlives_it(var: Path):
    authority = loaded(tls.authority_file(var))
    assert authority.not_valid_after_utc - NOW < datetime.timedelta(days=731)
    late = NOW + datetime.timedelta(days=600)
    assert not tls.ensure_certificate(var, NAMES, now=late)
    machine = loaded(tls.certificate_file(var))
    assert machine.not_valid_after_utc <= authority.not_valid_after_utc


def test_an_authority_is_made_anew_before_it_ends(var: Path):
    before = tls.authority_file(var).read_bytes()
    assert tls.ensure_certificate(var, NAMES, now=NOW + datetime.timedelta(days=705))
    assert tls.authority_file(var).read_bytes() != before


def test_a_machine_that_is_called_otherwise_gets_an_authority_for_its_new_name(var: Path):
    assert tls.ensure_certificate(var, [*NAMES, "other.local"], now=NOW)
    assert tls.covers(tls.certificate_file(var), {"other.local"}, now=NOW)


def test_public_addresses_that_pass_are_left_out_so_that_devices_need_not_trust_again(var: Path):
    assert not tls.ensure_certificate(var, [*NAMES, "2001:db8::1"], now=NOW)
    assert not tls.covers(tls.certificate_file(var), {"2001:db8::1"}, now=NOW)


def test_it_is_renewed_before_it_ends(var: Path):
    a_year_later = NOW + datetime.timedelta(days=370)
    assert not tls.covers(tls.certificate_file(var), set(NAMES), now=a_year_later)
    tls.ensure_certificate(var, NAMES, now=a_year_later)
    assert tls.covers(tls.certificate_file(var), set(NAMES), now=a_year_later)


def test_python_can_serve_with_it(var: Path):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(tls.certificate_file(var), tls.key_file(var))


def test_keys_are_for_their_owner_only(var: Path):
    for name in ("authority.key", "machine.key"):
        assert (var / "tls" / name).stat().st_mode & 0o777 == 0o600


def test_the_machine_knows_its_own_names():
    assert "localhost" in tls.machine_names()
    assert {"127.0.0.1", "::1"} <= set(tls.machine_addresses())
