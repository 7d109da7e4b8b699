"""Scores of answers against gold texts: ROUGE-L, BLEU, METEOR without synonyms.

They come from libraries of the extra ``eval``; the vocabulary of synonyms that METEOR uses is no
package, so this one matches words and their stems alone, and is named so.
"""

from __future__ import annotations

import dataclasses
import re

_WORD = re.compile(r"\w+|[^\w\s]")


@dataclasses.dataclass(frozen=True, slots=True)
class AnswerScores:
    """How near an answer is to the gold text, each from 0 to 1."""

    rouge_l: float
    bleu: float
    meteor_without_synonyms: float


class _NoSynonyms:
    """Stands where the library looks synonyms up: no word has any."""

    def synsets(self, _word: str) -> list[object]:
        return []


def answer_scores(answer: str, gold: str) -> AnswerScores:
    """Return the scores of one answer; an empty one has none of what is expected."""
    import sacrebleu  # noqa: PLC0415  # of the extra eval
    from nltk.translate.meteor_score import single_meteor_score  # noqa: PLC0415
    from rouge_score.rouge_scorer import RougeScorer  # noqa: PLC0415

    if not answer.strip() or not gold.strip():
        return AnswerScores(0.0, 0.0, 0.0)
    rouge = RougeScorer(["rougeL"], use_stemmer=True).score(gold, answer)["rougeL"].fmeasure
    bleu = sacrebleu.sentence_bleu(answer, [gold]).score / 100
    meteor = single_meteor_score(_WORD.findall(gold), _WORD.findall(answer), wordnet=_NoSynonyms())
    return AnswerScores(float(rouge), float(bleu), float(meteor))
