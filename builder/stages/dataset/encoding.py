"""Encodes a record as JSON once, for all answers that contain it."""

from collections.abc import Sequence
from hashlib import blake2b

import orjson

from builder.types import CountryValue, Record


def encode(value: CountryValue) -> Record:
    """Encode a record, whose fields are in the order of answers."""
    texts = tuple(orjson.dumps({name: field})[1:-1] for name, field in value.items())
    body = _joined(texts)
    return Record(value, texts, body, _digest(body))


def read_encoded(texts: Sequence[bytes]) -> Record:
    """Make the record with the encoded fields *texts*."""
    body = _joined(texts)
    return Record(orjson.loads(body), tuple(texts), body, _digest(body))


def _joined(texts: Sequence[bytes]) -> bytes:
    return b"{" + b",".join(texts) + b"}"


def _digest(body: bytes) -> str:
    return blake2b(body, digest_size=8).hexdigest()
