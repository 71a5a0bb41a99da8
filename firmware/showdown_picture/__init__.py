"""The unit drawn as text cells, for bench and host: values in, values out."""
