"""Disputed places, and the values of records that follow from the decision on each."""

from typing import Annotated

from typing_extensions import TypedDict

from builder.api.field_types import Text
from builder.extensions.tables.table import OURS, CountryCode, Table, column, nullable


class FieldValue(TypedDict):
    """A value that a record has because of a decision on a disputed place."""

    cca2: Annotated[CountryCode, column("Country.")]
    path: Annotated[
        Text, column("Dot path of the field; `outline` is for a point, longitude before latitude, inside the outline.")
    ]
    value: Annotated[Text, column("The value as JSON; `null` for a field that the record lacks.")]


class DisputedPlace(TypedDict):
    """A place, the decision that the dataset follows, and the effects of the decision on fields, in words."""

    territory: Annotated[Text, column("The place.")]
    decision: Annotated[Text, column("The decision that the dataset follows.")]
    land: Annotated[Text, column("The record that has the land.")]
    capital: Annotated[Text | None, nullable("Effect of the decision on `capital`; null if there is none.")]
    independent: Annotated[Text | None, nullable("Effect of the decision on `independent`.")]
    status: Annotated[Text | None, nullable("Effect of the decision on `status`.")]
    flag: Annotated[Text | None, nullable("Which flag the record has.")]
    currency: Annotated[Text | None, nullable("Effect of the decision on `currencies`.")]
    timezones: Annotated[Text | None, nullable("Effect of the decision on `timezones`.")]
    outline: Annotated[Text | None, nullable("Which outline the place is in.")]
    names: Annotated[Text | None, nullable("Which names the record has.")]
    fields: Annotated[list[FieldValue], column("The values of records that follow from the decision.")]


TABLE = Table(
    name="disputed-places",
    title="Disputed places",
    sentence="Places whose status is disputed: the decision that the dataset follows, and what each field says.",
    row_model=DisputedPlace,
    key=("territory",),
    sources=("own-provenance",),
    compared_with={
        **dict.fromkeys(("decision", "land", "capital", "independent", "status", "flag"), OURS),
        **dict.fromkeys(("currency", "timezones", "outline", "names", "fields"), OURS),
        **dict.fromkeys(("fields.cca2", "fields.path", "fields.value"), "the records"),
    },
    licence="ODbL-1.0",
    words="territorial dispute occupied annexed recognition Crimea Kosovo Taiwan Palestine Kashmir Western Sahara",
    is_shown=False,
)
