"""The rig: real GPIO character devices in an emulated machine, and the tests that run in it."""
