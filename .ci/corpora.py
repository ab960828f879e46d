# SPDX-License-Identifier: MIT
"""Where the corpora are: the folder that TJ_CORPORA names, else shared/corpora beside the checkout."""
import os, pathlib

CORPORA = pathlib.Path(
    os.environ.get("TJ_CORPORA", pathlib.Path(__file__).resolve().parents[2] / "shared/corpora"))
