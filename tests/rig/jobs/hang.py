"""Never ends."""

import time


def hang_here() -> None:
    while True:
        time.sleep(1)


print("before the hang")
hang_here()
