import pytest

from showdown_drawings import sexp
from showdown_drawings.sexp import Quoted, SexpError

TEXT = '(a "b \\"c\\" \\\\ \\n" 1.5\n\t(d e)\n\t(pts (xy 1 2) (xy 3 4))\n)\n'


def test_what_is_read_is_written_with_the_same_bytes():
    assert sexp.dumps(sexp.loads(TEXT)) == TEXT


def test_quoted_text_and_bare_words_stay_apart():
    node = sexp.loads('(a "yes" yes)')
    assert isinstance(node[1], Quoted)
    assert not isinstance(node[2], Quoted)


def test_escapes_are_read_as_what_they_stand_for():
    assert sexp.loads(TEXT)[1] == 'b "c" \\ \n'


@pytest.mark.parametrize(
    ("amount", "written"), [(1.0, "1"), (0.1 + 0.2, "0.3"), (-0.00001, "0"), (2.54, "2.54")]
)
def test_numbers_have_one_form(amount, written):
    assert sexp.number(amount) == written


def test_truth_is_yes_and_no():
    assert sexp.dumps(["a", True, False]) == "(a yes no)\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(a\n(b)", "line 2: 1 bracket"),
        ("(a))", "line 1: a closing bracket too many"),
        ('(a "b)', "line 1: no S-expression"),
        ("(a) (b)", "one node expected, found 2"),
    ],
)
def test_a_broken_text_is_named_with_its_line(text, message):
    with pytest.raises(SexpError, match=message):
        sexp.loads(text)


def test_children_and_values_are_found_by_name():
    node = sexp.loads("(a (b 1) (c) (b 2))")
    assert [child[1] for child in sexp.children(node, "b")] == ["1", "2"]
    assert sexp.value(node, "b") == "1"
    assert sexp.value(node, "c", "none") == "none"
    assert sexp.child(node, "d") is None
