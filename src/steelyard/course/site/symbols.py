"""The names of TeX's symbols, and the characters that they are."""

from __future__ import annotations

import string

_GREEK = (
    "alpha α beta β gamma γ delta δ epsilon ϵ varepsilon ε zeta ζ eta η theta θ kappa κ lambda λ mu μ nu ν xi ξ pi π "
    "rho ρ sigma σ tau τ phi ϕ varphi φ chi χ psi ψ omega ω Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Phi Φ "
    "Psi Ψ Omega Ω ell ℓ infty ∞ partial ∂ nabla ∇ top ⊤ emptyset ∅"
)
_OPERATORS = (
    "cdot ⋅ times × le ≤ leq ≤ ge ≥ geq ≥ ne ≠ neq ≠ approx ≈ equiv ≡ sim ∼ propto ∝ in ∈ notin ∉ subset ⊂ cup ∪ cap ∩ "
    "to → rightarrow → leftarrow ← gets ← mapsto ↦ Rightarrow ⇒ iff ⇔ pm ± mp ∓ circ ∘ ldots … dots … cdots ⋯ vdots ⋮ "
    "mid ∣ ll ≪ gg ≫ forall ∀ exists ∃ colon : ast ∗ odot ⊙ perp ⊥"
)
_FENCES = "langle ⟨ rangle ⟩ lVert ‖ rVert ‖ Vert ‖ lvert | rvert | lfloor ⌊ rfloor ⌋ lceil ⌈ rceil ⌉ lbrace { rbrace }"
_ACCENTS = "hat ^ bar ¯ tilde ~ vec → dot ˙ overline ¯"


def pairs(words: str) -> dict[str, str]:
    names = words.split()
    return dict(zip(names[::2], names[1::2], strict=True))


def letters(first_capital: int, first_small: int, exceptions: dict[str, str] | None = None) -> dict[str, str]:
    """An alphabet of Unicode's mathematical letters, given where its A and its a stand."""
    capital = {c: chr(first_capital + i) for i, c in enumerate(string.ascii_uppercase)}
    small = {c: chr(first_small + i) for i, c in enumerate(string.ascii_lowercase)} if first_small else {}
    return {**capital, **small, **(exceptions or {})}


LETTERS = pairs(_GREEK)
OPERATORS = pairs(_OPERATORS)
FENCES = {**pairs(_FENCES), "|": "‖", "{": "{", "}": "}"}
ACCENTS = pairs(_ACCENTS)
SPACES = {",": "0.17em", ":": "0.22em", ";": "0.28em", " ": "0.33em", "!": "-0.17em", "quad": "1em", "qquad": "2em"}
_FUNCTIONS = "log ln exp max min sup inf sin cos tanh det Pr arg argmax argmin sign diag"
FUNCTIONS = {name: name for name in _FUNCTIONS.split()}
LARGE = {"sum": "∑", "prod": "∏", "int": "∫", "bigcup": "⋃"}
LIMITS = {"max", "min", "sup", "inf", "argmax", "argmin", "underbrace"}
DIGITS = {c: chr(0x1D7CE + i) for i, c in enumerate(string.digits)}
ALPHABETS: dict[str, dict[str, str]] = {
    "mathbf": {**letters(0x1D400, 0x1D41A), **DIGITS},
    "mathbb": letters(0x1D538, 0, {"C": "ℂ", "N": "ℕ", "P": "ℙ", "R": "ℝ", "Z": "ℤ", "1": "𝟙"}),
    "mathcal": letters(0x1D49C, 0, {"B": "ℬ", "E": "ℰ", "F": "ℱ", "H": "ℋ", "I": "ℐ", "L": "ℒ", "M": "ℳ", "R": "ℛ"}),
    "mathrm": {},
}
