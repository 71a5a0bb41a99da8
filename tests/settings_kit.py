"""What a unit does with settings and `identify`, in front of a `FakeUnit`'s own answers."""

from __future__ import annotations

from typing import Any

from showdown_protocol.errors import WireError

VALUES: dict[str, Any] = {
    "name": "Table 1", "standalone": "auto", "lines": "auto", "launch_on_false_start": True,
    "buzzer": True, "swap_sides": False, "count_ms": 1000, "hold_min_ms": 1000,
    "hold_mean_ms": 1500, "hold_max_ms": 6000, "anticipation_ms": 0, "handicap_left_ms": 0,
    "handicap_right_ms": 0,
}  # fmt: skip


class Settings:
    """Settings of one unit; `before_set` and `after_set` are the world's chance to meddle."""

    def __init__(self, unit: Any) -> None:
        self.rev = 3
        self.values = dict(VALUES)
        self.own: set[str] = {"name"}
        self.sets = 0  # that took
        self.lost = 0  # so many answers of `settings.set` get lost
        self.before_set = lambda: None
        self.after_set = lambda: None
        answer = unit._answer

        def here_or_there(request: Any) -> Any:
            result = self.answer(request) or answer(request)
            if request.method == "settings.set" and self.lost:
                self.lost -= 1
                return None
            return result

        unit._answer = here_or_there

    def result(self) -> dict[str, Any]:
        changed = [name for name in self.values if name in self.own]
        return {"rev": self.rev, "values": dict(self.values), "changed": changed}

    def answer(self, request: Any) -> dict[str, Any] | None:
        if request.method == "settings.get":
            return self.result()
        if request.method == "identify":
            return {"blinks": ["red", "green", "green"], "limit_ms": 3000}
        if request.method != "settings.set":
            return None
        self.before_set()
        if request.params["rev"] != self.rev:
            raise WireError("STALE_REV", rev=self.rev)
        if request.params["values"].get("anticipation_ms") == 201:
            raise WireError("INVALID_PARAMS", param="values.anticipation_ms", reason="0 to 200")
        self.put(request.params["values"])
        self.sets += 1
        self.after_set()
        return self.result()

    def put(self, values: dict[str, Any]) -> None:
        """Change them, whoever asked."""
        self.rev += 1
        for name, value in values.items():
            self.own.discard(name) if value is None else self.own.add(name)
            self.values[name] = VALUES[name] if value is None else value
