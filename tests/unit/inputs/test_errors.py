"""Problems and the error that lists them."""

import pytest

from builder.inputs.errors import InputError, InputErrors, Problem, abridged


def test_problem_omits_empty_parts() -> None:
    assert str(Problem("a.json", "area", "is negative")) == "a.json: area: is negative"
    assert str(Problem("a.json", "", "is missing")) == "a.json: is missing"


def test_error_lists_problems_in_order_and_ends_with_the_advice() -> None:
    error = InputError([Problem("b.json", "", "is empty"), Problem("a.json", "z", "is old")], "Remove both.")
    assert str(error) == "a.json: z: is old\nb.json: is empty\nRemove both."
    assert [problem.file for problem in error.problems] == ["a.json", "b.json"]


def test_errors_of_several_steps_are_raised_as_one() -> None:
    errors = InputErrors()
    errors.refuse()
    for names, advice in ((["b", "c"], "Correct it.\nTry again."), (["a", "b"], "Try again.")):
        with errors.collect():
            raise InputError([Problem(name, "", "is old") for name in names], advice)
    assert errors
    assert errors.files == {"a", "b", "c"}
    with pytest.raises(InputError, match=r"^a: is old\nb: is old\nc: is old\nCorrect it\.\nTry again\.$"):
        errors.refuse()


def test_control_characters_of_an_input_are_escaped() -> None:
    assert str(Problem("a.json", "na\x1b[2Jme", 'is "\x9b2J\x7f"')) == r'a.json: na\x1b[2Jme: is "\x9b2J\x7f"'


def test_first_problems_of_a_kind_are_listed_and_the_others_counted() -> None:
    problems = [Problem(f"{number}.json", "", "differs") for number in range(25)]
    listed = abridged([*problems, Problem("a.json", "", "is missing")], lambda problem: problem.message)
    assert len(listed) == 22
    assert sum("… 5 more: differs" in str(problem) for problem in listed) == 1
