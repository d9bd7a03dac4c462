"""Checks the inputs and the built site. Writes nothing."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from html import unescape
from operator import attrgetter
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

import click

from builder.api.output_paths import DOCS_FOLDER, EDGE, MISSING_PAGE, PUBLIC
from builder.build import Publication, publish, sizes_of
from builder.hosts import usage_of_hosts
from builder.hosts.shared.limits import refuse_over_limits
from builder.images import refuse_faulty_flags
from builder.inputs.errors import InputErrors, Problem, abridged, refuse
from builder.inputs.terminal import problems_listed
from builder.javascript.core_calls import asker_in_memory
from builder.output.tree import Tree, read_state
from builder.project.build_request import BuildRequest, read_config
from builder.project.config import Config
from builder.project.shared_options import (
    Judge,
    Project,
    build_request,
    chosen_urls,
    no_faults,
    with_output,
    with_url_options,
)
from builder.project.site_urls import is_loopback
from builder.site.reading import read_site
from builder.site.site import Site

_ADVICE = "Run countries build --force, which writes every file anew."
# The contacts of security.txt must stay valid for at least this time, so that there is time for a release.
_BEFORE_EXPIRY = timedelta(days=30)


@dataclass(frozen=True)
class Findings:
    """The results of a check without problems: sentences that say what is valid, and warnings."""

    facts: tuple[str, ...]
    warnings: tuple[str, ...]


def check_site(request: BuildRequest, today: date, *, public: bool = False, judge: Judge = no_faults) -> Findings:
    """Check the inputs of a build, the links of documents and, if the site is built, each of its files.

    A built site is compared with a build for the same URLs. Raises ``InputError`` with the problems, also if the
    contacts expire within 30 days of *today*. With *public*, settings that must not be deployed are problems too.
    """
    tree = Tree(request.output)
    built = read_state(tree.state)["inputs"]
    if built and not request.overrides:
        request = request._replace(overrides=built["overrides"])
    config = read_config(request)
    errors = InputErrors()
    site: Site | None = None
    with errors.collect():
        advice = "Confirm the contacts, and set a later day, at most a year ahead."
        refuse(_expiring(config, today, request.config.name), advice)
    with errors.collect():
        site = read_site(request)
    with errors.collect():
        # Facts are judged only in the project with data/, because the owner of another project cannot correct them.
        faults = judge(request.data, site, errors.files) if request.data.parent == request.root else ()
        refuse(faults, f"Correct these files in {request.data}; a build may not read them, but a refresh does.")
    if errors:
        with errors.collect():
            refuse_faulty_flags(request.flags)
    errors.refuse()
    if site is None:
        raise TypeError("a dataset without problems makes a site")
    outdated = _outdated_holidays(site, today.year)
    reused = _reused_codes(site)
    if public:
        advice = "Do not deploy this site. Correct these settings and build it again."
        refuse(_unpublishable(request, config, outdated), advice)
    publication = publish(site, request)
    bodies = {entry.path: entry.make() for entry in publication.documents}
    sizes = {path: size for path, size in sizes_of(publication).items() if path.startswith(PUBLIC)}
    refuse_over_limits(usage_of_hosts(publication.hosts, sizes))
    advice = "The files of the built site were not checked."
    refuse(abridged(_broken_links(publication, bodies), attrgetter("message")), advice)
    facts = ["The config, the dataset, the documents and the files of hosts are valid."]
    if (request.output / EDGE).is_dir():
        problems = _differing(request.output, publication)
        refuse(abridged(problems, attrgetter("message")), _ADVICE)
        facts.append("Every file of the built site is valid.")
    return Findings(tuple(facts), tuple(filter(None, (outdated, reused))))


def _outdated_holidays(site: Site, year: int) -> str:
    """Return a warning when the holidays of all records end before *year*, else ""."""
    records = [record.value for record in site.dataset.records]
    last = max((value["holidays"]["years"][-1] for value in records if "holidays" in value), default=year)
    return "" if year <= last else f"holidays end with {last}; later years need a newer dataset"


def _reused_codes(site: Site) -> str:
    """Return a warning when the owner of the site uses codes of shipped countries that the site leaves out, else ""."""
    codes = [record.cca2 for record in site.dataset.records if record.cca2 in site.dataset.left_out]
    return f"{', '.join(codes)}: in ISO 3166-1, the code of a country that the site leaves out" if codes else ""


def _expiring(config: Config, today: date, file: str) -> Iterator[Problem]:
    """Report contacts that expire within 30 days: after their last day, nobody may use them (RFC 9116)."""
    expires = config.security.expires
    if expires and date.fromisoformat(expires) < today + _BEFORE_EXPIRY:
        yield Problem(file, "security.expires", f"is {expires}, less than {_BEFORE_EXPIRY.days} days after {today}")


def _unpublishable(request: BuildRequest, config: Config, outdated: str) -> Iterator[Problem]:
    urls = {"base_url": config.base_url, "cdn_url": config.cdn, "docs_url": config.docs}
    for key, url in urls.items():
        if is_loopback(url):
            yield Problem(key, "", f"is {url}, which only this machine can reach")
        elif not url.startswith("https://"):
            yield Problem(key, "", f"is {url}; must be https, so that nobody can change answers in transit")
    if config.repository_url == Config().repository_url:
        yield Problem(
            "repository_url", "", f"is the placeholder {config.repository_url}; set the address of your repository"
        )
    if outdated:
        yield Problem("data/sources.json", "", outdated)
    if not (request.output / EDGE).is_dir():
        yield Problem(str(request.output), "", "contains no site; run countries build")


def _differing(output: Path, publication: Publication) -> list[Problem]:
    problems: list[Problem] = []
    expected = set()
    for entry in publication.entries:
        expected.add(entry.path)
        path = output / entry.path
        if not path.is_file():
            problems.append(Problem(entry.path, "", "is missing"))
        elif path.read_bytes() != entry.make():
            problems.append(Problem(entry.path, "", "differs from a build of these inputs"))
    paths = (path for path in output.rglob("*") if not path.is_dir())
    unexpected = {path.relative_to(output).as_posix() for path in paths} - expected
    return problems + [Problem(name, "", "is not part of a build of these inputs") for name in sorted(unexpected)]


# A pattern suffices for pages from our own templates; a parser of HTML would double the time of a check.
_HTML_LINK = re.compile(r"""<[a-z][^<>]*?\s(?:href|src)="([^"<>]+)\"""")
_TEXT_LINK = re.compile(r"https?://[^\s)>\]\"'`]+")


def links_of(path: str, body: bytes, address: str) -> list[str]:
    """List the absolute URLs that the HTML or text file *path*, at *address*, links to."""
    text = body.decode()
    if not path.endswith(".html"):
        return list(dict.fromkeys(link.rstrip(".,;:") for link in _TEXT_LINK.findall(text)))
    return [urljoin(address, unescape(link)) for link in dict.fromkeys(_HTML_LINK.findall(text))]


def _broken_links(publication: Publication, bodies: Mapping[str, bytes]) -> Iterator[Problem]:
    site = publication.site
    config = site.config
    ask = asker_in_memory(site.core, publication.manifest, site.dataset.records)
    exists = {entry.address: True for entry in publication.documents}
    for file, body in bodies.items():
        if not file.endswith((".html", ".txt")):
            continue
        # The address of a folder ends with a slash; its index file and the page for missing pages have no address.
        path = file.removeprefix(PUBLIC).removesuffix("index.html").replace(MISSING_PAGE, f"{DOCS_FOLDER}/")
        for link in links_of(file, body, f"{config.base_url}/{path}"):
            target = _target_on_site(link, config)
            if target is None:
                continue
            if target not in exists:
                # A link to the caller's country is answered only for a caller with a country.
                exists[target] = ask(target, country=site.dataset.records[0].cca2).status < 400
            if not exists[target]:
                yield Problem(
                    file, link, "is a broken link; correct the template of this page, or what the page quotes"
                )


def _target_on_site(link: str, config: Config) -> str | None:
    """Return the target on the site that *link* names. Return None if it leads away, or to an origin without a page."""
    if link.rstrip("/") in (config.base_url, config.cdn, config.files):
        return None
    folders: Mapping[str, str] = {config.cdn: "/flags", config.docs: "/docs", config.files: "", config.base_url: ""}
    for url, folder in folders.items():
        if link == url or link.startswith(f"{url}/"):
            parts = urlsplit(folder + link.removeprefix(url))
            return (unquote(parts.path) or "/") + (f"?{parts.query}" if parts.query else "")
    return None


@click.command()
@with_output
@with_url_options
@click.option("--public", is_flag=True, help="Also report settings that must not be deployed, such as a loopback URL.")
@click.pass_obj
def check(project: Project, /, output: Path, *, public: bool, **urls: str | None) -> None:
    """Check the dataset, the config, links and, if the site has been built, its files."""
    with problems_listed("the site is unchanged"):
        request = build_request(project, chosen_urls(urls), output)
        findings = check_site(request, datetime.now(UTC).date(), public=public, judge=project.judge)
    for warning in findings.warnings:
        click.echo(f"warning: {warning}", err=True)
    for fact in findings.facts:
        click.echo(fact)
