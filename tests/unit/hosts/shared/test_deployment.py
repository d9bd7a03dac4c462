"""The helpers that write files of hosts."""

import pytest

from builder.hosts.shared.deployment import quoted_for_nginx


def test_value_from_the_dataset_cannot_end_a_quoted_value_of_nginx() -> None:
    assert quoted_for_nginx('a"b\\c$d') == '"a\\"b\\\\c${dollar}d"'
    with pytest.raises(ValueError, match="control character"):
        quoted_for_nginx("a\nb")
