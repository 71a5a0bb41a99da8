"""The rules engine: UNO Showdown and UNO: Encanto. Pure: values in, values out."""
