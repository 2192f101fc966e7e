"""`steelyard export`: a model for other programs."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import click

from steelyard.cli.models import JSON, MODEL, check_place
from steelyard.errors import SettingError

KINDS = {".onnx": "onnx", ".pkl": "sklearn", ".pickle": "sklearn", ".joblib": "sklearn"}


@click.command()
@MODEL
@click.option("-o", "--output", type=click.Path(path_type=Path), required=True, help="Where to write it.")
@click.option("--to", type=click.Choice(["onnx", "sklearn"]), help="The form, if the name does not tell.")
@click.option("--rows", is_flag=True, help="ONNX that takes rows of counts, and no texts.")
@JSON
def export(model: Path, output: Path, to: str | None, rows: bool, as_json: bool) -> None:
    """Write a model for other programs: ONNX, or scikit-learn.

    The name tells the form: .onnx, or .pkl and .joblib for a pickled Pipeline, which needs no Steelyard (and which,
    like every pickle, only those should open who trust its maker).

    \b
    steelyard export m.steelyard -o m.onnx
    steelyard export m.steelyard -o m.joblib
    """
    from steelyard import store
    from steelyard.store.writing import write_whole

    kind = to or KINDS.get(output.suffix.lower())
    if kind is None:
        raise SettingError(f"{output} does not tell the form.", "Pass --to onnx or --to sklearn.")
    if rows and kind != "onnx":
        raise click.UsageError("--rows goes with ONNX.")
    check_place(output)
    found = store.load(model)
    if kind == "onnx":
        store.export_onnx(found, output, texts=not rows)
    else:
        write_whole(output, [pickle.dumps(store.to_sklearn(found))])
    click.echo(json.dumps({"written": str(output)}) if as_json else str(output))
