"""Every way of being broken has an error with a name, the file's name in it, and what to do next."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from benchmarks.hostile import Parts, apart, together, values_of, written
from steelyard import errors
from steelyard.errors import ModelFileError
from steelyard.features.text_columns import View
from steelyard.store import Training, load, load_training, open_plain, save
from tests.store.models import TEXTS, VIEWS, model_of

Change = Callable[[Parts], Any]


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    folder = tmp_path_factory.mktemp("sound")
    training = Training(TEXTS, np.arange(len(TEXTS)) % 2, np.ones((len(TEXTS), 1)))
    files = {
        "words": save(model_of(VIEWS["words"]), folder / "words", training=training),
        "characters": save(model_of(VIEWS["characters"]), folder / "characters"),
        "two children": save(model_of([View(ngrams=(2, 2))], texts=["a b", "c d"]), folder / "two"),
    }
    return {name: path.read_bytes() for name, path in files.items()}


def written_to(path: Path, file: bytes) -> Path:
    path.write_bytes(file)
    return path


def assert_named(error: str, path: Path, plain_too: bool = True) -> None:
    for read in (load, open_plain) if plain_too else (load,):
        with pytest.raises(ModelFileError) as caught:
            read(path)
        assert type(caught.value) is getattr(errors, error), caught.value
        assert str(path) in str(caught.value) and caught.value.next and caught.value.what


BYTES: list[tuple[str, str, Callable[[bytes], bytes]]] = [
    ("CutShortError", "nothing at all", lambda f: b""),
    ("CutShortError", "eight bytes", lambda f: f[:8]),
    ("CutShortError", "half a header", lambda f: f[:100]),
    ("CutShortError", "the last byte is gone", lambda f: f[:-1]),
    ("NotAModelError", "a text", lambda f: b"text,label\ngood film,pos\n"),
    ("NotAModelError", "a pickle", lambda f: pickle.dumps({"model": [1.0] * 100})),
    ("NotAModelError", "another library's safetensors", lambda f: other_safetensors()),
    ("HeaderError", "a header that is too long", lambda f: (1 << 24).to_bytes(8, "little") + f[8:]),
    ("HeaderError", "no JSON", lambda f: f[:9] + b"}" + f[10:]),
    ("HeaderError", "a header of UTF-16", lambda f: with_header(f, '{"a":1}'.encode("utf-16-le"))),
    ("HeaderError", "a byte beyond ASCII", lambda f: f[:20] + b"\xff" + f[21:]),
    ("LayoutError", "bytes behind the last array", lambda f: f + b"\0"),
    ("ChecksumError", "a bit of a weight", lambda f: f[:-200] + bytes([f[-200] ^ 1]) + f[-199:]),
    ("ChecksumError", "a digit of the card", lambda f: f.replace(b"0.75", b"0.76", 1)),
]  # fmt: skip


def other_safetensors() -> bytes:
    from safetensors.numpy import save as save_arrays

    return save_arrays({"weight": np.zeros(3, np.float32)}, {"format": "np"})


def with_header(file: bytes, header: bytes) -> bytes:
    return len(header).to_bytes(8, "little") + header + file[8 + int.from_bytes(file[:8], "little") :]


@pytest.mark.parametrize(("error", "what", "change"), BYTES, ids=[what for _, what, _ in BYTES])
def test_broken_bytes(
    error: str, what: str, change: Callable[[bytes], bytes], sound: dict[str, bytes], tmp_path: Path
) -> None:
    for name, file in sound.items():
        broken = change(file)
        assert broken != file, name
        assert_named(error, written_to(tmp_path / f"{name}.steelyard", broken))


def set_in(where: str, value: Any) -> Change:
    """Set a value, given the way to it: `about/tf`, `entries/v/shape`."""

    def change(parts: Parts) -> None:
        *way, last = where.split("/")
        holder: Any = parts._asdict()
        for step in way:
            holder = holder[int(step) if isinstance(holder, list) else step]
        if value is None:
            del holder[last]
        else:
            holder[int(last) if isinstance(holder, list) else last] = value

    return change


def set_values(name: str, *values: Any) -> Change:
    """The first elements of an array."""

    def change(parts: Parts) -> None:
        values_of(parts, name)[: len(values)] = values

    return change


def shifted(name: str, by: int) -> Change:
    def change(parts: Parts) -> None:
        parts.entries[name]["data_offsets"][0] += by
        parts.entries[name]["data_offsets"][1] += by

    return change


def resized(name: str, size: int) -> Change:
    """An array with so many elements of 0; the others move."""

    def change(parts: Parts) -> None:
        order = sorted(parts.entries, key=lambda each: parts.entries[each]["data_offsets"])
        pieces, at = [], 0
        for each in order:
            values = np.zeros(size, values_of(parts, each).dtype) if each == name else values_of(parts, each).copy()
            shape = [size] if each == name else parts.entries[each]["shape"]
            parts.entries[each].update(shape=shape, data_offsets=[at, at + values.nbytes])
            pieces.append(values.tobytes())
            at += values.nbytes
        parts.arrays[:] = b"".join(pieces)

    return change


def renamed(old: str, new: str) -> Change:
    def change(parts: Parts) -> None:
        parts.entries[new] = parts.entries.pop(old)

    return change


VALUES: list[tuple[str, Change]] = [
    ("ModelVersionError", set_in("about/format", 2)),
    ("HeaderError", set_in("about/format", 0)),
    ("HeaderError", set_in("about/format", "1")),
    ("HeaderError", set_in("about/format", True)),
    *(("HeaderError", set_in(f"about/{name}", None)) for name in ("classes", "tf", "norm", "calibration", "views")),
    *(("HeaderError", set_in(f"about/{name}", [])) for name in ("recipe", "card")),
    ("HeaderError", set_in("about/classes", ["one"])),
    ("HeaderError", set_in("about/classes", ["same", "same"])),
    ("HeaderError", set_in("about/classes", ["half", "\ud800"])),
    ("HeaderError", set_in("about/tf", "tf")),
    ("HeaderError", set_in("about/norm", 1)),
    ("HeaderError", set_in("about/calibration", [1.0])),
    ("HeaderError", set_in("about/calibration", [float("nan"), 0.0])),
    ("HeaderError", set_in("about/calibration", [1e300, 0.0])),
    ("HeaderError", set_in("about/calibration", [10**400, 0.0])),
    ("HeaderError", set_in("about/views", [])),
    ("HeaderError", set_in("about/views/0/analyzer", "morse")),
    ("HeaderError", set_in("about/views/0/ngrams", [2, 1])),
    ("HeaderError", set_in("about/views/0/ngrams", [1, 1 << 40])),
    ("HeaderError", set_in("about/views/0/pattern", "(a+)+$")),
    ("HeaderError", set_in("about/views/0/columns", -1)),
    ("HeaderError", set_in("about/views/0/surprise", 1)),
    ("HeaderError", set_in("about/checksums", None)),
    ("HeaderError", set_in("about/checksums/more", "0" * 64)),
    ("HeaderError", set_in("entries/v/dtype", "F16")),
    ("HeaderError", set_in("entries/v/shape", [1, 1, 1])),
    ("HeaderError", set_in("entries/v/shape", [-1, -1])),
    ("HeaderError", set_in("entries/v/shape", [0, 1 << 70])),
    ("HeaderError", set_in("entries/v/data_offsets", [0, 1.5])),
    ("HeaderError", set_in("entries/v/surprise", 1)),
    ("LayoutError", set_in("entries/v/shape", [1 << 40, 1])),
    ("LayoutError", set_in("entries/v/data_offsets", [1 << 62, (1 << 62) + 8])),
    ("LayoutError", shifted("v", 4)),
    ("LayoutError", shifted("view0.keys", -8)),
    ("ArrayError", renamed("v", "w")),
    ("ArrayError", renamed("view0.parent", "view1.parent")),
    ("ArrayError", set_in("entries/b/dtype", "I64")),
    ("ArrayError", set_in("about/classes", ["a", "b", "c", "d", "e"])),
    ("ArrayError", set_in("about/views/0/columns", 1)),
    ("ArrayError", resized("view0.blob", 7)),
    ("ArrayError", resized("view0.keys", 63)),
    ("ArrayError", resized("view0.keys", 32)),
    ("ArrayError", resized("df", 1)),
]  # fmt: skip


@pytest.mark.parametrize(("error", "change"), VALUES)
def test_hostile_headers_with_right_checksums(
    error: str, change: Change, sound: dict[str, bytes], tmp_path: Path
) -> None:
    parts = apart(sound["words"])
    change(parts)
    assert_named(error, written_to(tmp_path / "m.steelyard", together(parts)))


ONLY_WHEN_LOADED: list[tuple[str, str, Change]] = [
    ("ArrayError", "words", set_values("v", np.nan)),
    ("ArrayError", "words", set_values("scale", np.inf)),
    ("ArrayError", "words", set_values("b", 1e300)),
    ("ArrayError", "words", set_values("df", -1)),
    ("IndexRangeError", "words", set_values("view0.parent", 0)),
    ("IndexRangeError", "words", set_values("view0.symbol", 1 << 30)),
    ("IndexRangeError", "words", set_values("view0.column", 1)),
    ("IndexRangeError", "words", set_values("view0.column", -2)),
    ("IndexRangeError", "words", set_values("view0.first", 1 << 30)),
    ("IndexRangeError", "words", set_values("view0.nodes", -1)),
    ("IndexRangeError", "words", set_values("view0.keys", 0, 0)),
    ("IndexRangeError", "words", set_values("view0.slots", 1)),
    ("IndexRangeError", "words", set_values("view0.starts", 0, 5, 1)),
    ("IndexRangeError", "words", set_values("view0.starts", 0, (1 << 63) - 1, -(1 << 63), -1)),  # differences overflow
    ("IndexRangeError", "words", set_values("view0.blob", 0xFF)),
    ("IndexRangeError", "characters", set_values("view0.starts", 0, 0)),
]  # fmt: skip


@pytest.mark.parametrize(("error", "base", "change"), ONLY_WHEN_LOADED)
def test_hostile_arrays_with_right_checksums(
    error: str, base: str, change: Change, sound: dict[str, bytes], tmp_path: Path
) -> None:
    parts = apart(sound[base])
    change(parts)
    assert_named(error, written_to(tmp_path / "m.steelyard", together(parts)), plain_too=False)


def test_a_table_with_no_free_slot_is_refused(sound: dict[str, bytes], tmp_path: Path) -> None:
    """A look-up of what is not in it would never end."""
    parts = apart(sound["two children"])
    keys, nodes = values_of(parts, "view0.keys").copy(), values_of(parts, "view0.nodes").copy()
    used = np.flatnonzero(keys != ~np.uint64(0))
    assert used.size == 2
    resized("view0.keys", 2)(parts)
    resized("view0.nodes", 2)(parts)
    values_of(parts, "view0.keys")[:], values_of(parts, "view0.nodes")[:] = keys[used], nodes[used]
    path = written_to(tmp_path / "m.steelyard", together(parts))
    assert_named("IndexRangeError", path, plain_too=False)
    with pytest.raises(errors.IndexRangeError, match="does not end"):
        open_plain(path).predict("a d c b")


def test_words_that_crowd_are_refused_wherever_the_file_says_they_are(tmp_path: Path) -> None:
    """Their hashes end alike: each look-up would pass thousands. The table of the file pretends that they do not."""
    from steelyard.store.facts import LONGEST_RUN

    words = crowding_words(LONGEST_RUN + 1000)
    assert len(words) > LONGEST_RUN
    spread = words_model(tmp_path, [f"{k:08x}" for k in range(len(words))])
    parts = apart(spread)
    values_of(parts, "view0.blob")[: 8 * len(words)] = np.frombuffer("".join(sorted(words)).encode(), np.uint8)
    assert_named("IndexRangeError", written_to(tmp_path / "m.steelyard", together(parts)), plain_too=False)


def words_model(folder: Path, words: list[str]) -> bytes:
    model = model_of([View(ngrams=(1, 1))], texts=[" ".join(words)])
    assert model.columns.n_columns == len(words)
    return save(model, folder / "spread.steelyard").read_bytes()


def crowding_words(n: int) -> list[str]:
    """Words of eight ASCII characters whose hashes have the same low bits: `core/bits.py:hash_bytes` run backwards."""
    from steelyard.store.plain_view import MASK, MULTIPLIER, hash_bytes

    half, back = np.uint64(32), np.uint64(pow(MULTIPLIER, -1, 1 << 64))
    h = np.random.default_rng(0).integers(0, 1 << 46, 2_000_000, dtype=np.uint64) << np.uint64(18)
    found = ((h ^ h >> half) * back) ^ np.uint64(MULTIPLIER)
    letters = found.astype("<u8").view(np.uint8).reshape(-1, 8)
    words = [bytes(row).decode() for row in letters[(letters < 128).all(axis=1)][:n]]
    assert all(hash_bytes(word.encode()) & 0x3FFFF == 0 for word in words) and MASK
    return words


@pytest.mark.parametrize(
    "header",
    [
        '{"a":' * 100_000,
        '{"a":' + "[" * 300_000,
        '{"__metadata__":{"steelyard":"{}","steelyard":"{}"}}',
        '{"__metadata__":{"steelyard":"{\\"a\\":1,\\"a\\":1}"}}',
        '{"__metadata__":{"steelyard":"{\\"a\\":NaN}"}}',
        '{"__metadata__":{"steelyard":"{\\"a\\":1e999}"}}',
        '{"__metadata__":{"steelyard":"{\\"a\\":' + "9" * 10_000 + '}"}}',
        '{"__metadata__":{"steelyard":"' + "\\u005b" * 300_000 + '"}}',
        '{"__metadata__":{"steelyard":"{}","other":""}}',
        '{"__metadata__":{"steelyard":"[]"}}',
        '{"__metadata__":{"steelyard":"{}"},"v":' + ",".join(["[0"] + ["0"] * 300_000) + "]}",
    ],
    ids=lambda header: header[:50],
)
def test_hostile_json(header: str, sound: dict[str, bytes], tmp_path: Path) -> None:
    assert_named("HeaderError", written_to(tmp_path / "m.steelyard", with_header(sound["words"], header.encode())))


@pytest.mark.parametrize(
    ("error", "change"),
    [
        ("ArrayError", renamed("training.codes", "training.other")),
        ("ArrayError", resized("training.codes", 3)),
        ("ArrayError", set_values("training.alpha", np.nan)),
        ("IndexRangeError", set_values("training.codes", 2)),
        ("IndexRangeError", set_values("training.codes", -1)),
        ("IndexRangeError", set_values("training.offsets", 7, 3)),
        ("IndexRangeError", set_values("training.offsets", -9)),
        ("IndexRangeError", set_values("training.offsets", 0, 1 << 60)),
        ("IndexRangeError", set_values("training.blob", 0xFF)),
        ("HeaderError", set_in("about/classes", None)),
    ],
)
def test_hostile_training_texts(error: str, change: Change, sound: dict[str, bytes], tmp_path: Path) -> None:
    parts = apart(sound["words"])
    change(parts)
    with pytest.raises(ModelFileError) as caught:
        load_training(written_to(tmp_path / "m.steelyard", together(parts)))
    assert type(caught.value) is getattr(errors, error)


def test_every_kind_of_error_is_reached_by_these_tests() -> None:
    kinds = {name for name, kind in vars(errors).items() if isinstance(kind, type) and issubclass(kind, ModelFileError)}
    reached = {error for error, *_ in (*BYTES, *VALUES, *ONLY_WHEN_LOADED)}
    assert kinds - reached == {"ModelFileError", "ModelWriteError"}  # the family; and test_writing.py has the other


def test_taking_apart_and_putting_together_changes_nothing(sound: dict[str, bytes]) -> None:
    for file in sound.values():
        assert together(apart(file)) == file
        assert json.loads(written(apart(file).about)) == apart(file).about
