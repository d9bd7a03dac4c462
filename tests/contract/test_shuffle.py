"""A second implementation of the seeded shuffle, with SipHash-2-4 in integers of any size, as in its paper."""

import json
from typing import Any

import pytest

from tests.support.project import ROOT, WORLD
from tests.support.serving import Service

HASHES = json.loads((ROOT / "tests/contract/core_vectors/siphash.json").read_text("utf-8"))
ORDERS = json.loads((ROOT / "tests/edge/core/orders.json").read_text("utf-8"))["orders"]
MASK = (1 << 64) - 1


def rotated(word: int, bits: int) -> int:
    return (word << bits | word >> 64 - bits) & MASK


def sip_hash(key: bytes, message: bytes, size: int) -> bytes:
    low, high = (int.from_bytes(key[at : at + 8], "little") for at in (0, 8))
    a, b = low ^ int.from_bytes(b"somepseu"), high ^ int.from_bytes(b"dorandom")
    c, d = low ^ int.from_bytes(b"lygenera"), high ^ int.from_bytes(b"tedbytes")
    b ^= 0xEE if size == 16 else 0

    def mix(rounds: int) -> None:
        nonlocal a, b, c, d
        for _ in range(rounds):
            a, c = (a + b) & MASK, (c + d) & MASK
            b, d, a = rotated(b, 13) ^ a, rotated(d, 16) ^ c, rotated(a, 32)
            a, c = (a + d) & MASK, (c + b) & MASK
            b, d, c = rotated(b, 17) ^ c, rotated(d, 21) ^ a, rotated(c, 32)

    padded = message + bytes(7 - len(message) % 8) + bytes([len(message) & 255])
    for at in range(0, len(padded), 8):
        block = int.from_bytes(padded[at : at + 8], "little")
        d ^= block
        mix(2)
        a ^= block
    c ^= 0xEE if size == 16 else 0xFF
    mix(4)
    result = (a ^ b ^ c ^ d).to_bytes(8, "little")
    if size == 16:
        b ^= 0xDD
        mix(4)
        result += (a ^ b ^ c ^ d).to_bytes(8, "little")
    return result


def order_of(seed: str, codes: list[str]) -> list[str]:
    key = sip_hash(bytes(16), seed.encode(), 16)
    hashes = {code: int.from_bytes(sip_hash(key, code.upper().encode(), 8), "little") for code in codes}
    return sorted(codes, key=lambda code: (hashes[code], code))


def test_siphash_has_the_published_results() -> None:
    key = bytes.fromhex(HASHES["key"])
    for length, (short, long) in enumerate(HASHES["hashes"]):
        assert sip_hash(key, bytes(range(length)), 8).hex() == short
        assert sip_hash(key, bytes(range(length)), 16).hex() == long


@pytest.mark.parametrize("case", ORDERS, ids=[case["seed"][:16] + str(len(case["order"])) for case in ORDERS])
def test_shuffle_has_the_orders_of_the_vectors(case: dict[str, Any]) -> None:
    assert order_of(case["seed"], sorted(case["order"])) == case["order"]


@pytest.mark.parametrize(("seed", "limit"), [("meadow", 5), ("meadow", 3), ("0", 5), ("A-Z.a~z_9", 5)])
def test_service_returns_the_dataset_in_the_order_of_the_shuffle(service: Service, seed: str, limit: int) -> None:
    codes = [path.stem.upper() for path in (WORLD / "countries").glob("*.json")]
    walked: list[str] = []
    for index in range(len(codes) // limit + 1):
        body = service.get(f"/v1?page=random&seed={seed}&index={index}&limit={limit}&fields=cca2").body
        walked += [record["cca2"] for record in json.loads(body)]
    assert walked == order_of(seed, codes)
