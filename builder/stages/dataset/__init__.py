"""Stage 1: the files of ``data/`` become records in dataset order, refused where they break an invariant."""
