"""The transports: file descriptors that carry bytes between hosts and the gateway.

Here stand the asyncio edge, the kernel's quirks and nothing of the protocol: no framing, no
sessions, no retries. Each link has `start()`, `async stop()` (at most 3 s) and `describe()`, and
makes one wire for each opened descriptor.
"""
