"""The templates of AWS, checked with the vendor's own schemas and rules of CloudFront."""

import json
from collections.abc import Iterable, Mapping, Sequence
from fnmatch import fnmatchcase
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from tests.support.processes import printed
from tests.support.project import ROOT

_TEMPLATES = ("files.json", "template.json")
# These warnings are expected: the code is a folder until it is packaged, and a condition excludes an empty certificate.
_EXPECTED_WARNINGS = ("W3002", "W1030")
# Headers that CloudFront has separate settings for; it rejects them among the custom headers.
_SECURITY = json.loads((ROOT / "tests/support/engines/lambda-rules.json").read_bytes())["security"]
_NOT_CUSTOM = ("access-control-", *_SECURITY)
# The handlers of a resource whose permissions a deployment needs.
_HANDLERS = ("create", "read", "update", "delete")


def _resources(template: Path, kind: str) -> list[dict[str, Any]]:
    resources = json.loads(template.read_bytes())["Resources"].values()
    return [resource["Properties"] for resource in resources if resource["Type"] == kind]


def test_linter_finds_no_fault_in_the_templates_and_in_the_policy_of_the_page(site: Path, tmp_path: Path) -> None:
    policy = json.loads((site / "hosts/aws/iam-policy.json").read_bytes())
    resource = {"Type": "AWS::IAM::ManagedPolicy", "Properties": {"PolicyDocument": policy}}
    template = {"AWSTemplateFormatVersion": "2010-09-09", "Resources": {"Policy": resource}}
    (tmp_path / "policy.json").write_text(json.dumps(template))
    options = ("--regions", "us-east-1", "--ignore-checks", *_EXPECTED_WARNINGS)
    templates = (site / "hosts" / "aws" / name for name in _TEMPLATES)
    assert printed("cfn-lint", *options, "--", *templates, tmp_path / "policy.json") == ""


def _missing_actions(site: Path, policy: dict[str, Any], unset: Mapping[str, Mapping[str, Sequence[str]]]) -> list[str]:
    """List the actions of CloudFormation on the resources of the templates that *policy* does not allow.

    *unset* lists actions that only properties need which no template sets, by type of resource and property.
    """
    from cfnlint.schema.manager import PROVIDER_SCHEMA_MANAGER  # type: ignore[import-untyped]

    missing = set()
    for path in (site / "hosts/aws" / name for name in _TEMPLATES):
        for kind, schema in {
            kind: PROVIDER_SCHEMA_MANAGER.get_resource_schema("us-east-1", kind).schema for kind in _kinds(path)
        }.items():
            properties = {name for resource in _resources(path, kind) for name in resource}
            assert unset.get(kind, {}).keys() <= schema["properties"].keys() - properties
            not_needed = [pattern for patterns in unset.get(kind, {}).values() for pattern in patterns]
            needed = {
                action for handler in _HANDLERS for action in schema["handlers"].get(handler, {}).get("permissions", ())
            }
            missing |= {action for action in needed if not _matches(action, not_needed) and not _allows(policy, action)}
    return sorted(missing)


def _kinds(template: Path) -> set[str]:
    return {resource["Type"] for resource in json.loads(template.read_bytes())["Resources"].values()}


def _matches(action: str, patterns: Iterable[str]) -> bool:
    return any(fnmatchcase(action.lower(), pattern.lower()) for pattern in patterns)


@cache
def _services() -> dict[str, Any]:
    """Read the services of IAM with their actions from the data of the linter."""
    services: dict[str, Any] = json.loads(files("cfnlint.data.AdditionalSpecs").joinpath("Policies.json").read_bytes())
    return services


def _allows(policy: dict[str, Any], action: str) -> bool:
    """Whether *policy* allows *action*. An action that IAM does not know counts as allowed."""
    service, _, name = action.lower().partition(":")
    known = _services()[service]["Actions"].get(name)
    # An action without resources must be allowed for all.
    statements = [part for part in policy["Statement"] if part["Resource"] == "*" or (known or {}).get("Resources")]
    actions = [part["Action"] for part in statements]
    patterns = [pattern for part in actions for pattern in ([part] if isinstance(part, str) else part)]
    return known is None or _matches(action, patterns)


def test_policy_allows_what_cloudformation_does_to_the_resources(site: Path) -> None:
    policy = json.loads((site / "hosts/aws/iam-policy.json").read_bytes())
    unset = json.loads(Path(__file__).with_name("cloudformation-actions.json").read_bytes())
    assert _missing_actions(site, policy, unset) == []
    without = {**policy, "Statement": [part for part in policy["Statement"] if part["Sid"] != "Alarm"]}
    assert "sns:CreateTopic" in _missing_actions(site, without, unset)


def test_policy_lets_nobody_give_a_role_more_than_the_function_needs(site: Path) -> None:
    policy = json.loads((site / "hosts/aws/iam-policy.json").read_bytes())
    template = json.loads((site / "hosts/aws/template.json").read_bytes())
    (attached,) = template["Resources"]["FunctionRole"]["Properties"]["ManagedPolicyArns"]
    (statement,) = (part for part in policy["Statement"] if "iam:AttachRolePolicy" in part["Action"])
    assert statement["Condition"]["ArnEquals"]["iam:PolicyARN"] == attached["Fn::Sub"].replace(
        "${AWS::Partition}", "aws"
    )
    assert not _allows(policy, "iam:PutRolePolicy")


@pytest.mark.parametrize("name", _TEMPLATES)
def test_headers_are_only_in_places_that_cloudfront_accepts(name: str, site: Path) -> None:
    for policy in _resources(site / "hosts/aws" / name, "AWS::CloudFront::ResponseHeadersPolicy"):
        items = policy["ResponseHeadersPolicyConfig"]["CustomHeadersConfig"]["Items"]
        assert [item["Header"] for item in items if item["Header"].lower().startswith(_NOT_CUSTOM)] == []
        assert len(items) <= 10


def test_resources_that_cost_money_are_off_by_default(site: Path) -> None:
    template = json.loads((site / "hosts/aws/template.json").read_bytes())
    optional = {"Logs": "HasLogs", "Rate": "HasRate", "Budget": "HasBudget"}
    optional |= {"Alarm": "HasAlarm", "AlarmTopic": "HasAlarm"}
    assert {part: template["Resources"][part]["Condition"] for part in optional} == optional
    defaults = {key: parameter.get("Default") for key, parameter in template["Parameters"].items()}
    assert [defaults[key] for key in ("LogDays", "RequestsPerFiveMinutes", "MonthlyBudget")] == [0, 0, 0]
    assert (defaults["Alias"], defaults["MinimumTls"]) == ("", "TLSv1.2_2021")


def test_function_and_pages_change_in_one_step(site: Path) -> None:
    template = json.loads((site / "hosts" / "aws" / "template.json").read_bytes())
    version = template["Outputs"]["Version"]["Value"]
    published = [name for name, part in template["Resources"].items() if part["Type"] == "AWS::Lambda::Version"]
    assert published == [f"RequestVersion{version}", f"ResponseVersion{version}"]
    distribution = template["Resources"]["Distribution"]["Properties"]["DistributionConfig"]
    assert [origin["OriginPath"] for origin in distribution["Origins"]] == [f"/{version}"]
