"""Names that people give to the columns of labelled text, in English, French and Spanish."""

from __future__ import annotations

import unicodedata

_TEXT = """
text texts sentence sentences review reviews reviewtext reviewbody comment comments content contents message
messages body tweet tweets document documents doc post verbatim utterance textcontent messagetext commenttext
sentencetext tweettext
texte textes phrase phrases avis commentaire commentaires contenu
texto textos frase frases resena resenas comentario comentarios contenido mensaje mensajes oracion
"""
_LABEL = """
label labels class classes category categories sentiment target targets y tag intent polarity topic classlabel
sentimentlabel labeltext
etiquette etiquettes classe categorie polarite theme
etiqueta etiquetas clase categoria sentimiento polaridad tema
"""
_OTHER = """
id idx index title titre titulo author auteur autor date time group groupe grupo weight poids peso split source
url user lang language rating score stars film movie product name unnamed
"""


TEXT_NAMES, LABEL_NAMES, OTHER_NAMES = (frozenset(names.split()) for names in (_TEXT, _LABEL, _OTHER))


def plain(name: str) -> str:
    """A name without case, accents, spaces and marks: "Catégorie " and "categorie" are one."""
    parts = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in parts if letter.isalnum())


def is_known(name: str) -> bool:
    return plain(name) in TEXT_NAMES | LABEL_NAMES | OTHER_NAMES
