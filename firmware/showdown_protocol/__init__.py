"""The showdown protocol, version 1: lines, messages, errors. Pure; both ends import it.

`docs/protocol.md` is the normative text. Bytes become frames in `framer`, frames become requests
or answers in `codec`, members become typed values in `messages`.
"""

PROTO = 1
"""The protocol version that this package speaks."""
