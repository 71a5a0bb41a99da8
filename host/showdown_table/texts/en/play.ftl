# Whole matches at a terminal: `showdown play`. The showdown's own screen is the companion's too.

race-time = { $ms } ms
race-early = too early
race-toss = Toss a coin
