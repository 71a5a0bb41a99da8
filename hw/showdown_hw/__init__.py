"""The parts of a showdown unit as Python objects, on gpiozero."""
