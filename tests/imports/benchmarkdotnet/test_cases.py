import pytest

from sigtui.files.results import MessageSize
from sigtui.imports.benchmarkdotnet.cases import case, platform, system


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("Message", "some secret value", MessageSize(name="some secret value", bytes=17)),
        ("MessageInput", "High(...)ory. [1024]", MessageSize(name="High(...)ory.", bytes=1_024)),
        ("data", "Byte[93]", MessageSize(bytes=93)),
        ("DataSize", "1,024", MessageSize(bytes=1_024)),
        ("MessageLengthInBytes", "93", MessageSize(bytes=93)),
        ("N", "64", MessageSize(name="N=64")),
        ("payload", "3", MessageSize(name="payload=3")),
        ("payload", "4 KiB", MessageSize(bytes=4_096)),
        ("KeySize", "2048", None),
        ("BatchSize", "100", None),
        ("MessageCount", "100", None),
        ("Context", "abc", None),
        ("SaltLength", "32", None),
        ("Curve", "nistP256", None),
    ],
)
def test_a_parameter_can_be_the_message(name: str, value: str, message: MessageSize | None) -> None:
    """A key's size is none, nor is a count; and a number is a length only where its name says that."""
    assert case("Sign", {name: value}, []).message == message


def test_a_messages_text_names_no_algorithm() -> None:
    """Whatever somebody signs: it is data."""
    made = case("Sign", {"Message": "RSA 2048 PSS SHA512"}, ["ECDsaP256"])
    assert made.algorithm == "ecdsa-p256-sha256"


def test_parameters_name_an_algorithm() -> None:
    """Together with the method and the class around it."""
    made = case("SignPssSha256", {"KeySize": "3072"}, ["RsaBenchmarks"])
    assert (made.algorithm, made.operation) == ("rsa-3072-pss-sha256", "sign")
    assert made.label == "RsaBenchmarks: SignPssSha256 KeySize=3072"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("ECDsa P256 - Linux", "Linux"),
        ("Ubuntu 26.04 LTS WSL", "Linux"),
        ("Windows 11 (10.0)", "Windows"),
        ("macOS Sequoia 15.5", "macOS"),
        ("ECDsa P256", None),
        ("Linux and Windows", None),
    ],
)
def test_a_title_can_name_the_platform(text: str, name: str | None) -> None:
    """In the words of sigtui's own machines; two of them leave a doubt."""
    assert platform(text) == name


def test_an_unknown_system_keeps_its_name() -> None:
    """Only those that sigtui knows have a release beside it."""
    assert system("FreeBSD 14.1") == {"os": "FreeBSD 14.1"}
    assert system("Windows 11  (10.0)") == {"os": "Windows", "release": "Windows 11 (10.0)"}
    assert system("") == {"os": None}
