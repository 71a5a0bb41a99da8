"""The USB identity that the unit shows and the host looks for.

1209:0001 is the test id of pid.codes: for a unit one builds for oneself, never for one passed on.
"""

VENDOR_ID = 0x1209
PRODUCT_ID = 0x0001
MANUFACTURER = "Showdown Project"
PRODUCT = "Showdown Unit"
IS_TEST_ID = True
"""Whether the start of the unit has to say that the id is a test id."""
