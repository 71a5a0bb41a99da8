"""The verdict: who pressed first after green, or who pressed too early. Pure; no clock, no I/O."""
