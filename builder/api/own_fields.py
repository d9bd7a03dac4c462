"""The fields that the owner of a site adds to its records: their declarations, their model and their metrics."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field
from typing_extensions import TypedDict

from builder.api.field_types import Number, Text, Texts, nullable
from builder.api.metrics import Metric

# The member of a record that contains the fields of the owner.
OWN = "own"
# The absolute value of an integer is smaller than this number.
_LIMIT = 10**12
# On pages, the metrics of an owner come after the shipped metrics.
_PLACE = 100
_TYPES: Mapping[str, Any] = {
    "integer": Annotated[int, Field(gt=-_LIMIT, lt=_LIMIT)],
    "number": Number,
    "text": Text,
    "boolean": bool,
    "list": Texts,
}


class OwnField(BaseModel):
    """A field of the owner: the type of its values, its label and description, its unit, and whether it is a metric."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    type: Literal["integer", "number", "text", "boolean", "list"] = Field(
        description="must be integer, number, text, boolean or list"
    )
    label: Text = Field(description="must be a text without line breaks, such as Offices")
    description: Text = Field(description="must be a sentence without line breaks")
    unit: Text | Literal[""] = Field(default="", description="must be a text without line breaks, or empty")
    metric: Annotated[bool, Field(strict=True)] = Field(default=False, description="must be true or false")

    @property
    def meaning(self) -> str:
        """The description with the unit, if there is one."""
        return f"{self.description} Unit: {self.unit}." if self.unit else self.description


OwnFields = Mapping[str, OwnField]
"""The fields of an owner by name."""


def own_path(name: str) -> str:
    """Return the dot path of the owner's field *name* in a record."""
    return f"{OWN}.{name}"


def type_of(field: OwnField) -> Any:
    """Return the type of the values of *field*."""
    return _TYPES[field.type]


def own_model(fields: OwnFields) -> type:
    """Make the model of the object with *fields*. Each field is present, and null where its value is unknown."""
    members = {name: Annotated[_TYPES[field.type] | None, nullable(field.meaning)] for name, field in fields.items()}
    return make_object("Own", members, "Fields of the owner of this site.")


def make_object(name: str, members: Mapping[str, Any], description: str) -> type:
    """Make the model of an object whose *members* are known only when a site is read."""
    make: Any = TypedDict
    model: type = make(name, members)
    model.__doc__ = description
    return model


def own_metrics(fields: OwnFields) -> tuple[Metric, ...]:
    """List the metrics among *fields*.

    ``measured`` must be ASCII. The name of the field replaces a label with other characters, and a reference to the
    documents replaces such a unit.
    """
    return tuple(
        Metric(
            name,
            own_path(name),
            field.label,
            field.label,
            field.unit,
            measured=f"{field.label if field.label.isascii() else name}; "
            f"unit: {field.unit if field.unit.isascii() and field.unit else 'see the documents'}; source: this site",
            after=f" {field.unit}" if field.unit else "",
            digits=0 if field.type == "integer" else 1,
            is_log=False,
            is_own=True,
            place=_PLACE,
        )
        for name, field in fields.items()
        if field.metric
    )
