"""The settings of a unit: the values in force, and their change by compare-and-set.

Pure state: whoever makes a change durable asks for it with `proposed` and says with `took` that
it is. A change is in force from the next showdown on, by `adopt`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from showdown_protocol.errors import WireError
from showdown_protocol.messages import SettingsResult, SettingsSetParams
from showdown_referee.limits import Limits
from showdown_unit import settings_file, settings_text
from showdown_unit.config import OVERRIDE, Config, ConfigError, layered
from showdown_unit.config_schema import SETTINGS
from showdown_unit.settings_text import Saved
from showdown_unit.settings_wire import read_changes, refused, told, values_of, wire_name

LimitsOf = Callable[[Config], Limits]
"""The limits of a configuration with this unit's backend; ConfigError where that cannot do it."""


class InForce:
    """What a showdown is played by: for the one that runs, or while none does for the next one.

    `config` is the whole configuration with the settings over it, `limits` are the referee's.
    """

    def __init__(self, config: Config, limits: Limits) -> None:
        self.config = config
        self.limits = limits


@dataclass(frozen=True, slots=True)
class Proposal:
    """A change that may be made: what is to be written, and what it comes to."""

    saved: Saved
    config: Config
    limits: Limits

    @property
    def data(self) -> bytes:
        """The file's new content."""
        return settings_text.text(self.saved)


class Settings:
    """`base` is the configuration without settings; `saved` must fit it.

    `save` writes the file, durably or StorageError; it runs on the journal's thread.
    """

    def __init__(
        self,
        base: Config,
        limits_of: LimitsOf,
        *,
        saved: Saved | None = None,
        save: Callable[[bytes], None] = lambda _: None,
    ) -> None:
        self._base = base
        self._limits_of = limits_of
        self._origin = str(settings_file.path_in(Path(base.state.dir)))
        self._saved = saved if saved is not None else Saved()
        self.save = save
        self.config = layered(base, self._saved.values, self._origin)
        """With the newest durable settings, in force or not yet."""
        self._limits = limits_of(self.config)
        self.in_force = InForce(self.config, self._limits)

    def result(self) -> SettingsResult:
        """Every setting as it stands."""
        return SettingsResult(
            rev=self._saved.rev,
            values=values_of(self.config),
            changed=tuple(wire_name(SETTINGS[path]) for path in self._saved.values),
        )

    def proposed(self, params: SettingsSetParams) -> Proposal:
        """What the change would come to. STALE_REV, or INVALID_PARAMS with the reason."""
        rev = self._saved.rev
        if params.rev != rev:
            raise WireError("STALE_REV", f"the settings are those of rev {rev}", rev=rev)
        changes = read_changes(params.values)
        for path in changes:
            if self._base.sources[path] == OVERRIDE:
                reason = "was given at the unit's start, for as long as it runs"
                raise refused(f"values.{wire_name(SETTINGS[path])}", reason)
        after = {**self._saved.values, **changes}
        values = {path: after[path] for path in SETTINGS if after.get(path) is not None}
        kept = {path: value for path, value in values.items() if value is not None}
        try:
            config = layered(self._base, kept, self._origin, told)
            limits = self._limits_of(config)
        except ConfigError as error:
            reason = "; ".join(error.problems)
            names = [wire_name(SETTINGS[path]) for path in changes]
            param = next((name for name in names if name in reason), names[0])
            raise refused(f"values.{param}", reason) from error
        resting = {path: v for path, v in self._saved.resting.items() if path not in changes}
        return Proposal(Saved(rev + 1, kept, resting=resting), config, limits)

    def took(self, proposal: Proposal) -> None:
        """The change is durable."""
        self._saved, self.config, self._limits = proposal.saved, proposal.config, proposal.limits

    def adopt(self) -> bool:
        """No showdown runs: the newest settings are in force. Whether they were not before."""
        if self.in_force.config is self.config:
            return False
        self.in_force.config, self.in_force.limits = self.config, self._limits
        return True
