"""Every row of a file is either read or counted among the bad ones, wherever it stands."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import steelyard
from steelyard.corpus import chunks, stream
from steelyard.errors import RowsError, SourceError

GOOD = {
    "plain": b"A bore,neg",
    "quoted": b'"The end, at last",pos',
    "over two lines": b'"Two\nlines",pos',
    "quotes as letters": b'5" of rain,neg',
}
BAD = {
    "backslash": (rb'"He said \"go\" twice",neg', "unbalanced quote"),
    "blank after the quote": (b'"a bore" ,pos', "unbalanced quote"),
    "letter after the quote": (b'a,"pos"x', "unbalanced quote"),
    "ragged": (b"a,b,pos", "ragged row"),
    "bad UTF-8": (b"caf\xe9,pos", "bad UTF-8"),
    "no label": (b"a film,", "missing label"),
}
ROWS = st.lists(st.sampled_from([*GOOD, *BAD]), min_size=1, max_size=30)


def write(path, lines, ending=b"\n"):
    path.write_bytes(b"".join(line + ending for line in lines))
    return path


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(ROWS, st.sampled_from([b"\n", b"\r\n", b"\r"]), st.sampled_from([30, 200, 1 << 22]), st.booleans())
def test_good_and_skipped_are_all(tmp_path, monkeypatch, names, ending, size, header):
    monkeypatch.setattr(chunks, "SIZE", size)
    lines = [GOOD[name] if name in GOOD else BAD[name][0] for name in names]
    path = write(tmp_path / "x.csv", [b"text,label"] * header + [b"A joy,pos"] * (not header) + lines, ending)
    expected = [BAD[name][1] for name in names if name in BAD]
    good = len(names) - len(expected) + (not header)
    told = {"header": header, "text": 0, "label": 1}
    if not good:
        with pytest.raises(RowsError) as caught:
            list(stream(path, skip_bad=True, **told))
        assert sum(caught.value.counts.values()) == len(names)
        return
    batches = list(stream(path, skip_bad=True, **told))
    assert sum(map(len, batches)) == good
    found = [row.reason for batch in batches for row in batch.skipped.rows]
    assert sorted(found) == sorted(expected)


@pytest.mark.parametrize("name", BAD)
@pytest.mark.parametrize("header", [True, False])
def test_a_bad_row_at_the_head_is_named(tmp_path, name, header):
    bad, reason = BAD[name]
    good = [b"A joy to see,pos", b"A bore,neg", b"A bad film,neg", b"A fine film,pos"]
    path = write(tmp_path / "x.csv", [b"text,label"] * header + [bad] * 30 + good)
    told = {} if header else {"header": False, "text": 0, "label": 1}
    if name == "ragged" and not header:
        told["skip_bad"] = True  # the first row says how many fields there are, so the four others are at fault
        good = [bad]
    else:
        with pytest.raises(RowsError) as caught:
            steelyard.read(path, **told)
        assert caught.value.counts == {reason: 30}
        assert caught.value.bad[0].place.line == 1 + header
    if len(good) > 1:
        corpus = steelyard.read(path, skip_bad=True, **told)
        assert (len(corpus), corpus.skipped.counts) == (4, {reason: 30})


def test_each_file_of_a_pattern_is_read_from_its_second_line(tmp_path):
    for name in ("a.csv", "b.csv"):
        write(tmp_path / name, [b"text,label", BAD["backslash"][0], GOOD["plain"], GOOD["quoted"]])
    corpus = steelyard.read(str(tmp_path / "*.csv"), skip_bad=True)
    assert (len(corpus), [row.place.line for row in corpus.skipped.rows]) == (4, [2, 2])


@pytest.mark.parametrize(
    ("header", "parts"),
    [
        (b'"text" ,label', ["line 1, character 1, byte 0: the header cannot be read: unbalanced quote"]),
        (b'text,"label" ', ["line 1, character 6, byte 5: the header cannot be read: unbalanced quote"]),
        (b"caf\xe9,label", ["line 1, character 4, byte 3: the header cannot be read: bad UTF-8", "would read 'café'"]),
        (b"\xef\xbb\xbfcaf\xe9,label", ["line 1, character 4, byte 6: the header cannot be read"]),
        (b'\n\n"text" ,label', ["line 3, character 1, byte 2: the header cannot be read"]),
    ],
)
@pytest.mark.parametrize("told", [{"header": True}, {}])
@pytest.mark.parametrize("skip_bad", [True, False])
def test_no_row_takes_the_place_of_a_header_that_cannot_be_read(tmp_path, header, parts, told, skip_bad):
    path = write(tmp_path / "x.csv", [header, b"A lovely film,pos", b"A bad film,neg", b"So so,neg"])
    with pytest.raises(SourceError) as caught:
        steelyard.read(path, skip_bad=skip_bad, **told)
    for part in parts:
        assert part in str(caught.value)


def test_a_first_row_at_fault_is_no_header_when_it_looks_like_data(tmp_path):
    path = write(
        tmp_path / "x.csv", [b'"A lovely" film,pos', b"A joy,pos", b"A bad film,neg", b"A bore,neg", b"Go,pos"]
    )
    corpus = steelyard.read(path, skip_bad=True)
    assert (len(corpus), [row.place.line for row in corpus.skipped.rows]) == (4, [1])


def test_blank_lines_before_the_header_may_fill_a_chunk(tmp_path, monkeypatch):
    monkeypatch.setattr(chunks, "SIZE", 5)
    path = write(tmp_path / "x.csv", [b""] * 20 + [b"text,label", b"A joy,pos", b"A bore,neg"])
    assert len(steelyard.read(path)) == 2
