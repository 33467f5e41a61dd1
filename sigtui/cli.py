"""The command line: options, exit codes, and which part of sigtui does what is asked.

Nothing but click is imported until a command needs it: `sigtui --version` has to answer at once.
"""

import shutil
import sys
from pathlib import Path
from typing import Any

import click

from sigtui import __version__, streams
from sigtui.errors import SigtuiError

_DEFAULT_PRESET = "rfc9421"

# Spelled out here because their home costs more to import than --help may; a test holds them together.
EFFORT_NAMES = ("quick", "short", "medium", "long")
FORMAT_NAMES = ("table", "json", "csv", "markdown", "html", "svg", "toml")
LIST_FORMATS = ("table", "json")
SIZES_FORMATS = ("table", "json", "csv", "markdown")
ENVELOPES = ("raw", "rfc9421", "jws", "cose")
_MOST_SHARE = 100.0
VIEWS = ("algorithms", "modes", "messages", "providers", "snapshots")
OPERATIONS = ("keygen", "sign", "verify", "verify-invalid")
MODES = ("reused-key", "single-shot", "load-key", "load-key-trusted")
TOOLS = ("benchee", "benchmarkdotnet", "hyperfine", "liboqs", "openssl", "pyperf")
TRANSPORTS = ("udp4", "udp6", "tcp4", "tcp6", "tls", "tls6")

_EXIT_CODES = """\b
Exit codes, the first that applies:
  2    bad usage, or a file that can't be read or written
  130  interrupted: what was measured is printed and exported
  1    a case failed, or nothing could be measured
  3    slower than the baseline, with --fail-on-slower
  0    everything was measured
"""

_EXAMPLES = """\b
Examples:
  sigtui                                    open the app
  sigtui --preset mine.toml                 open it with a preset
  sigtui --preset rfc9421 --headless        measure and print
  sigtui --preset rfc9421 --headless --effort quick --output json
  sigtui --preset mine.toml --headless --export run.toml --export run.md
  sigtui --preset mine.toml --headless --baseline run.toml --fail-on-slower 5%
"""

_SIZES_EXAMPLES = """\b
Examples:
  sigtui sizes                              the whole catalogue
  sigtui sizes ml-dsa-44 ml-dsa-65          two of it, with every warning and its remedy
  sigtui sizes ml-dsa-65 --transport udp6 --mtu 1280
  sigtui sizes ed25519 ml-dsa-44 --envelope rfc9421
  sigtui sizes --preset rfc9421             its algorithms, envelope and budgets
  sigtui sizes --output csv > sizes.csv     with every budget that ships
"""


_COMPARE_EXAMPLES = """\b
Examples:
  sigtui compare monday.toml today.toml     two runs, case by case
  sigtui compare today.toml dotnet11-linux  a run against a published one
  sigtui compare today.toml                 the algorithms of one run side by side
  sigtui compare today.toml --view modes --algorithm ecdsa-p256-sha256
  sigtui compare a.toml b.toml --export ab.html --export ab.toml
"""


def _percent(ctx: click.Context, param: click.Parameter, value: str | None) -> float | None:
    """Return the share that a percentage such as ``5%`` or ``5`` is; a usage error for whatever is none above 0."""
    if value is None:
        return None
    try:
        share = float(value.strip().removesuffix("%").strip()) / 100
    except ValueError:
        share = -1.0
    if not 0 < share < _MOST_SHARE:
        raise click.BadParameter(f"{value!r} is no percentage above 0, such as 5%")
    return share


_IMPORT_EXAMPLES = """\b
Examples:
  sigtui import speed.txt                   what somebody pasted, whichever tool it is from
  openssl speed -mr rsa2048 ecdsap256 2>&1 | sigtui import - --openssl-version 3.3.1
  sigtui import Sign-report-full.json --export dotnet.toml
  sigtui import bdn/*-full.json --export all.toml
  sigtui compare today.toml dotnet.toml     an import beside a run of yours
"""


class _Commands(click.Group):
    """A group whose commands' SigtuiErrors become a message on stderr and their exit code."""

    def main(self, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401 - click's own signature
        streams.open_missing()
        try:
            return super().main(*args, **kwargs)
        except OSError as error:  # click itself writes --help and --version
            streams.give_up_stdout()
            streams.say(f"sigtui: {streams.unwritable(error)}")
            sys.exit(2)

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except SigtuiError as error:
            streams.say(f"sigtui: {error}")
            ctx.exit(error.exit_code)
        except KeyboardInterrupt:
            streams.say("sigtui: interrupted")
            ctx.exit(130)
        except OSError as error:
            if isinstance(error, BrokenPipeError):
                raise  # click ends quietly when the reader of a pipe is gone
            streams.say(f"sigtui: {error.filename or 'the system'}: {error.strerror or error}")
            ctx.exit(2)


@click.group(
    cls=_Commands,
    invoke_without_command=True,
    epilog=_EXAMPLES + "\n" + _EXIT_CODES,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, prog_name="sigtui")
@click.option(
    "--preset",
    metavar="P",
    help="What to measure: a TOML file, or the name of a preset of yours or of a shipped one.  "
    f"[default: {_DEFAULT_PRESET}]",
)
@click.option("--headless", is_flag=True, help="Measure without a screen and print the result.")
@click.option(
    "--effort", type=click.Choice(EFFORT_NAMES), help="Time to spend on a case; the preset's by default."
)
@click.option(
    "--output",
    type=click.Choice(FORMAT_NAMES),
    help="Format of the result on stdout.  [default: table]",
)
@click.option(
    "--export",
    "exports",
    metavar="FILE",
    multiple=True,
    type=click.Path(path_type=Path),
    help="Also write the result to a file, in the format of its suffix (.toml .json .csv .md .html .svg). Repeatable.",
)
@click.option(
    "--baseline",
    metavar="SNAPSHOT",
    help="Also say how the result compares with a stored one of this machine: a .toml or .json.",
)
@click.option(
    "--fail-on-slower",
    metavar="PERCENT",
    callback=_percent,
    help="With --baseline: exit 3 where a case is proved to be slower by more than this, such as 5%. Needs effort "
    "short or more; what can't be judged is said, and fails nothing.",
)
@click.option("--cpu", type=click.IntRange(min=0), metavar="N", help="Pin the worker to this CPU.")
@click.option("--seed", type=click.IntRange(min=0), metavar="N", help="Seed of the order of rounds.")
@click.pass_context
def main(
    ctx: click.Context,
    preset: str | None,
    headless: bool,
    effort: str | None,
    output: str | None,
    exports: tuple[Path, ...],
    baseline: str | None,
    fail_on_slower: float | None,
    cpu: int | None,
    seed: int | None,
) -> None:
    """Decide which signature algorithm to use: measure them here, see their sizes, compare.

    Without --headless the app opens: pick, press r, watch. Nothing is measured before. With --headless, only the
    result goes to stdout, progress and warnings to stderr; the table has its warnings under its figures.
    """
    given = {"--headless": headless, "--preset": preset, "--effort": effort, "--output": output}
    given |= {"--baseline": baseline, "--fail-on-slower": fail_on_slower is not None}
    given |= {"--export": bool(exports), "--cpu": cpu is not None, "--seed": seed is not None}
    if ctx.invoked_subcommand is not None:
        misplaced = [name for name, value in given.items() if value]
        if misplaced:
            raise click.UsageError(
                f"{misplaced[0]} belongs to a run, not to {ctx.invoked_subcommand}; "
                f"options of {ctx.invoked_subcommand} come after its name"
            )
        return
    if not headless:
        for name, instead in (
            ("--output", "the app has an export of its own"),
            ("--export", "the app has an export of its own"),
            ("--baseline", "the app compares in its Compare tab"),
            ("--fail-on-slower", "it is for scripts"),
        ):
            if given[name]:
                raise click.UsageError(f"{name} goes with --headless; {instead}")
        from sigtui.tui.launch import run as open_app

        ctx.exit(open_app(preset, effort, cpu, seed))
    if fail_on_slower is not None and baseline is None:
        raise click.UsageError("--fail-on-slower needs a --baseline SNAPSHOT to compare with")
    from sigtui.headless import Options, run

    options = Options(
        preset=preset or _DEFAULT_PRESET,
        effort=effort,
        output=output or "table",
        exports=exports,
        cpu=cpu,
        seed=seed,
        baseline=baseline,
        fail_on_slower=fail_on_slower,
    )
    ctx.exit(run(options))


_listing = click.option(
    "--output", type=click.Choice(LIST_FORMATS), default="table", show_default=True, help="Format."
)


@main.command("algorithms", short_help="The catalogue, and who can do it here.")
@_listing
def _algorithms(output: str) -> None:
    """List the catalogue: ids, strengths, sizes, names, and who can do them here."""
    from sigtui import listings

    streams.write_result(listings.algorithms(output).encode())


@main.command("providers", short_help="The libraries that do the work.")
@_listing
def _providers(output: str) -> None:
    """List the libraries that do the work: versions, or what is missing."""
    from sigtui import listings

    streams.write_result(listings.providers(output).encode())


@main.command("presets", short_help="The presets that --preset finds by name.")
@_listing
def _presets(output: str) -> None:
    """List the presets that --preset finds by name: yours and the shipped ones."""
    from sigtui import listings

    streams.write_result(listings.presets(output).encode())


@main.command("machine", short_help="This machine, and whether it is fit.")
@_listing
def _machine(output: str) -> None:
    """Show what this machine is, and whether it is fit to measure on."""
    from sigtui import listings

    streams.write_result(listings.machine(output).encode())


@main.command("sizes", short_help="What signatures cost on the wire.", epilog=_SIZES_EXAMPLES)
@click.argument("names", metavar="[ALGORITHM]...", nargs=-1)
@click.option("--preset", metavar="P", help="Take algorithms, envelope and budgets from a preset.")
@click.option(
    "--mtu", type=int, metavar="N", help="Bytes of an IP packet with its headers.  [default: 1500, Ethernet]"
)
@click.option(
    "--transport",
    type=click.Choice(TRANSPORTS),
    help="What carries it; tls goes over IPv4, tls6 over IPv6.  "
    "[default: tls for rfc9421 and jws, udp4 for raw and cose]",
)
@click.option(
    "--envelope",
    type=click.Choice(ENVELOPES),
    help="What the signature travels in.  [default: the preset's, else raw]",
)
@click.option(
    "--output", type=click.Choice(SIZES_FORMATS), default="table", show_default=True, help="Format."
)
def _sizes(
    names: tuple[str, ...],
    preset: str | None,
    mtu: int | None,
    transport: str | None,
    envelope: str | None,
    output: str,
) -> None:
    """Tell what signatures cost on the wire: bytes, packets, and the limits they fit. Nothing is measured.

    ALGORITHM is an id as `sigtui algorithms` lists them, or a name of RFC 9421; without any, the whole catalogue.
    Budgets are those of the preset's [wire]; without a preset, the table and markdown hold the usual ones, JSON
    and CSV all that ship.
    """
    if preset is not None and names:
        raise click.UsageError("--preset brings its own algorithms; give it or names of algorithms, not both")
    from sigtui.sizes import WIDTH, Asked, sizes

    asked = Asked(names=names, preset=preset, envelope=envelope, transport=transport, mtu=mtu)
    width = shutil.get_terminal_size((WIDTH, 24)).columns
    streams.write_result(sizes(asked, output, width).encode())


@main.command("compare", short_help="Snapshots side by side.", epilog=_COMPARE_EXAMPLES)
@click.argument("names", metavar="SNAPSHOT...", nargs=-1, required=True)
@click.option(
    "--baseline",
    metavar="A",
    help="What the others are compared with; the first, or a run's own, by default.",
)
@click.option(
    "--view",
    type=click.Choice(VIEWS),
    help="The one field that varies.  [default: snapshots of several, algorithms of one]",
)
@click.option("--algorithm", "algorithms", metavar="ID", multiple=True, help="Only this one. Repeatable.")
@click.option(
    "--operation", "operations", type=click.Choice(OPERATIONS), multiple=True, help="Only this one."
)
@click.option("--mode", "modes", type=click.Choice(MODES), multiple=True, help="Only this one.")
@click.option("--message", "messages", metavar="NAME", multiple=True, help="Only this one.")
@click.option(
    "--output",
    type=click.Choice(FORMAT_NAMES),
    default="table",
    show_default=True,
    help="Format of the result on stdout.",
)
@click.option(
    "--export",
    "exports",
    metavar="FILE",
    multiple=True,
    type=click.Path(path_type=Path),
    help="Also write the comparison to a file, in the format of its suffix; .toml is a preset that shows it again.",
)
def _compare(
    names: tuple[str, ...],
    baseline: str | None,
    view: str | None,
    algorithms: tuple[str, ...],
    operations: tuple[str, ...],
    modes: tuple[str, ...],
    messages: tuple[str, ...],
    output: str,
    exports: tuple[Path, ...],
) -> None:
    """Put snapshots side by side: means with ±, ratios with intervals and verdicts, sizes, what differs.

    SNAPSHOT is a .toml or .json of any origin, such as a run's --export or an import; or the name of one in your
    snapshots folder or of a shipped reference. Cases are matched by algorithm, operation, mode and message length;
    whatever has no partner is listed with the field that differs.
    """
    from sigtui.compare import Asked, run

    asked = Asked(names, baseline, view, algorithms, operations, modes, messages, exports)
    streams.write_result(run(asked, output))


@main.command("import", short_help="Other tools' results.", epilog=_IMPORT_EXAMPLES)
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option(
    "--tool",
    metavar="T",
    help=f"Whose results they are ({', '.join(TOOLS)}).  [default: what they look like]",
)
@click.option(
    "--openssl-version",
    metavar="V",
    help="What `openssl version` prints, such as 3.3.1: the lines of openssl speed -mr do not say it.",
)
@click.option(
    "--output",
    type=click.Choice(FORMAT_NAMES),
    default="table",
    show_default=True,
    help="Format of the result on stdout.",
)
@click.option(
    "--export",
    "exports",
    metavar="FILE",
    multiple=True,
    type=click.Path(path_type=Path),
    help="Also write the snapshot to a file, in the format of its suffix (.toml .json .csv .md). Repeatable.",
)
def _import(
    files: tuple[str, ...],
    tool: str | None,
    openssl_version: str | None,
    output: str,
    exports: tuple[Path, ...],
) -> None:
    """Read results of other tools as snapshots: BenchmarkDotNet, openssl speed, liboqs, pyperf, hyperfine, Benchee.

    FILE is what the tool wrote, or the text that somebody pasted; - is standard input. The tool is known by what the
    file holds. No row is lost: one without an id keeps the tool's own name, and is said on stderr. Several files
    are printed one after the other; --export makes one snapshot of them, if tool and machine are the same.
    """
    from sigtui.importing import Asked, run

    streams.write_result(run(Asked(files, tool, openssl_version, exports), output))
