"""The secret that a showdown's waits are drawn from, and what is published of it beforehand."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field

from showdown_protocol.evidence import commitment
from showdown_referee.hold import SEED_BYTES

NONCE_BYTES = 16


@dataclass(frozen=True, slots=True)
class Hold:
    """One showdown's seed and nonce; in memory alone until its result is written."""

    seed: bytes = field(repr=False)
    nonce: bytes = field(repr=False)

    @classmethod
    def drawn(cls) -> Hold:
        """A fresh one, from the operating system's generator."""
        return cls(secrets.token_bytes(SEED_BYTES), secrets.token_bytes(NONCE_BYTES))

    @property
    def sha256(self) -> str:
        """What may be known of it from the beginning."""
        return commitment(self.seed, self.nonce)
