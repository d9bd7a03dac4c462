"""The schemas of the OpenAPI description."""

from builder.stages.documents.openapi.schemas import make_schemas, reference


def test_country_answer_is_a_complete_record_or_a_projection() -> None:
    schemas = make_schemas()
    either = schemas["CountryAnswer"].get("anyOf") or schemas["CountryAnswer"]["oneOf"]
    assert reference("Country") in either
    assert "required" in schemas["Country"]
    assert "required" not in schemas["ProjectedCountry"]


def test_references_name_existing_schemas() -> None:
    schemas = make_schemas()
    names = {name for schema in schemas.values() for name in references_in(schema)}
    assert names <= schemas.keys()


def references_in(value: object) -> set[str]:
    if isinstance(value, list):
        return {name for item in value for name in references_in(item)}
    if not isinstance(value, dict):
        return set()
    own = {value["$ref"].rpartition("/")[2]} if isinstance(value.get("$ref"), str) else set()
    return own | {name for item in value.values() for name in references_in(item)}
