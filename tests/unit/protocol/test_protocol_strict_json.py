import pytest

from showdown_protocol.strict_json import JsonError, dumps, loads


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('{"a":1,"a":1}', "twice"),
        ('{"x":{"a":1,"\\u0061":2}}', "twice"),
        ('{"a":9007199254740992}', "2^53"),
        ('{"a":-9007199254740992}', "2^53"),
        ('{"a":' + "9" * 900 + "}", "2^53"),
        ('{"a":NaN}', "NaN"),
        ('{"a":Infinity}', "Infinity"),
        ('{"a":-Infinity}', "Infinity"),
        ('{"a":1e400}', "out of range"),
        ('{"a":-1e99999999999999999999}', "out of range"),
        ('{"a":"\\ud800"}', "surrogate"),
        ('{"\\udc00\\ud800":1}', "surrogate"),
        ('{"a":{"b":{"c":{"d":{"e":{"f":{}}}}}}}', "deeper"),
        ('{"a":[[[[[[1]]]]]]}', "deeper"),
        ("[" * 1024, "deeper"),
        ('{"a":' * 200, "deeper"),
        ("", "column"),
        ("{", "column"),
        ('{"a":1}x', "column"),
        ('{"a":1}{"b":1}', "column"),
        ("{'a':1}", "column"),
        ('{"a":1,}', "column"),
        ('{"a":01}', "column"),
        ('{"a":+1}', "column"),
        ('{"a":"\t"}', "column"),
        ('{"a":"\\x"}', "column"),
        ('\ufeff{"a":1}', ""),
        ('{"a":"' + '\\"' * 500, "column"),
        ('{"a":"\\', "column"),
        ('{"a":\u0661}', "column"),
    ],
)
def test_refused(text, why):
    with pytest.raises(JsonError) as refused:
        loads(text, 6)
    assert why in str(refused.value)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"a":9007199254740991}', {"a": 2**53 - 1}),
        ('{"a":-9007199254740991}', {"a": -(2**53) + 1}),
        ('{"a":"\\ud83d\\ude00"}', {"a": "\U0001f600"}),
        ('{"a":{"b":{"c":{"d":{"e":{}}}}}}', {"a": {"b": {"c": {"d": {"e": {}}}}}}),
        ('{"a":"[[[[[[[{{{{{{\\"[[[["}', {"a": '[[[[[[[{{{{{{"[[[['}),
        (' {"a" : -0 } ', {"a": 0}),
        ('{"a":{"b":1},"c":{"b":1}}', {"a": {"b": 1}, "c": {"b": 1}}),
        ('{"a":[{},{},{},{},{},{},{}]}', {"a": [{}] * 7}),
    ],
)
def test_taken(text, value):
    assert loads(text, 6) == value


def test_dumps_refuses_what_loads_refuses():
    with pytest.raises(ValueError, match="JSON compliant"):
        dumps({"a": float("nan")})
