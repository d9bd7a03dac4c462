"""Every sign that programs print for a currency finds the countries that have it."""

import json
import re
from pathlib import Path
from urllib.parse import quote

import pytest

from builder.extensions import load_extensions
from builder.javascript.core_calls import open_in_memory
from builder.project.build_request import BuildRequest
from builder.site.reading import read_site
from tests.support.processes import printed
from tests.support.project import ROOT

# In the place of a sign that stands inside the number.
_NOTHING = "\u200b"
# Signs of Unicode 14, 17 and 18, which no edition of CLDR has yet, and short forms in daily use.
_FIRST = re.findall(
    r"\S+",
    "⃀ KG ⃁ SA ⃂ MV ⃃ AE ⃄ OM KSh KE TSh TZ USh UG QR QA KD KW BD BH JD JO LL LB ден MK грн UA сом KG руб RU",
)


@pytest.mark.slow
def test_signs_that_intl_prints_new_ones_and_short_forms_find_their_countries(tmp_path: Path) -> None:
    request = BuildRequest(ROOT, ROOT / "site_config.toml", tmp_path, {}, load_extensions())
    site = read_site(request)
    records = site.dataset.records
    core = open_in_memory(site.core, site.manifest, records)

    def found(sign: str) -> list[str]:
        """List the countries of a sign; the most in use has fewer than a hundred."""
        target = f"/v1/currency/{quote(sign, safe='')}?limit=25&offset="
        results = core.answer_each(f"{target}{offset}" for offset in range(0, 100, 25))
        return [records[number].cca2 for result in results for number in result.get("members", ())]

    printed_signs: dict[str, list[str]] = json.loads(printed("node", "tests/dataset/currency_signs.mjs", ROOT / "data"))
    for code, signs in printed_signs.items():
        users = {one.cca2 for one in records if code in one.value.get("currencies", {})}
        missed = [sign for sign in signs if sign != _NOTHING and not users <= {*found(sign)}]
        assert missed == [], code
    assert [found(sign)[0] for sign in _FIRST[::2]] == _FIRST[1::2]
    assert len(printed_signs) > 150
