"""Records are encoded once, for all answers that contain them."""

import orjson

from builder.stages.dataset.encoding import encode, read_encoded

VALUE = {"name": {"common": "Åland Islands"}, "tld": [".ax"], "area": 1580.5}


def test_fields_of_a_record_make_up_its_body() -> None:
    record = encode(VALUE)
    assert record.texts == ('"name":{"common":"Åland Islands"}'.encode(), b'"tld":[".ax"]', b'"area":1580.5')
    assert record.body == b"{%b}" % b",".join(record.texts) == orjson.dumps(VALUE)


def test_record_read_from_its_fields_is_the_record_that_was_encoded() -> None:
    assert read_encoded(encode(VALUE).texts) == encode(VALUE)


def test_records_with_other_fields_have_other_digests() -> None:
    assert encode(VALUE).digest != encode({**VALUE, "area": 1580}).digest
