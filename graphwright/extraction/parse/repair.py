"""All repairs of a parse, in the order in which they are applied.

A repair mends what is wrong in a way that can be told from the parse alone. Small models read "can
create, edit, and delete subaccounts" as a verb joined to nouns, and "the vault stores passwords" as
one long name. Each repair rests on what English never does: a verb and a noun are not joined by a
comma, and a plural does not stand inside a name without its verb.
"""

from __future__ import annotations

from graphwright.extraction.parse.attachment import (
    repair_added_denial,
    repair_amount_before_preposition,
    repair_asked_clause,
    repair_attachment,
    repair_clause_relative,
    repair_fronted_preposition,
    repair_joined_preposition,
    repair_particle,
    repair_preposition_before_aim,
    repair_preposition_behind_fronted,
    repair_purpose_of_object,
    repair_relative_of_plural,
    repair_such_as,
)
from graphwright.extraction.parse.bounds import repair_bound, repair_range, repair_upper_bound
from graphwright.extraction.parse.cell_ends import repair_end_of_cell
from graphwright.extraction.parse.compounds import (
    repair_end_of_name_read_as_verb,
    repair_illustration,
    repair_name_behind_several,
    repair_name_over_and,
    repair_name_over_comma,
    repair_name_with_as,
    repair_noun_read_as_participle,
    repair_object_of_passive,
    repair_right_read_as_act,
    repair_rights_that_are_had,
    repair_set,
)
from graphwright.extraction.parse.conditional_clauses import (
    repair_case_clause,
    repair_condition_read_as_root,
    repair_conditional_mark,
    repair_joined_condition,
    repair_order_behind_condition,
    repair_time_clause_read_as_content,
)
from graphwright.extraction.parse.copulas import (
    repair_clausal_subject,
    repair_helper_of_name,
    repair_subject_behind_quality,
)
from graphwright.extraction.parse.hyphens import (
    repair_hyphenated,
    repair_named_subject,
    repair_prefix_read_as_preposition,
)
from graphwright.extraction.parse.joined_clauses import (
    repair_content_without_that,
    repair_joined_over_bracket,
    repair_order_in_bracket,
    repair_participle_read_as_past,
    repair_spliced_clause,
    repair_subject_of_auxiliary,
    repair_subject_read_as_conjunct,
)
from graphwright.extraction.parse.last_nouns import (
    repair_name_over_bracket,
    repair_noun_read_as_adjective,
    repair_noun_read_as_clause,
    repair_noun_read_as_gerund,
    repair_noun_read_as_object_of_relative,
)
from graphwright.extraction.parse.marks import repair_subject_before_mark
from graphwright.extraction.parse.misread_arguments import (
    repair_gerund_subject,
    repair_introduced_subject,
    repair_name_in_object,
    repair_noun_read_as_content,
    repair_noun_read_as_infinitive,
    repair_object_of_gerund_subject,
    repair_plural_object,
    repair_plural_subject,
    repair_verb_read_as_object,
    repair_version,
)
from graphwright.extraction.parse.needs import Repair, shown
from graphwright.extraction.parse.orders import (
    repair_first_verb,
    repair_label,
    repair_later_order,
    repair_order,
    repair_remark,
    repair_unmarked_order,
)
from graphwright.extraction.parse.parallel_forms import (
    repair_clause_before_main,
    repair_joined_infinitive,
    repair_joined_owner,
    repair_noun_of_preposition,
    repair_plural_before_verb,
    repair_plural_behind_object,
    repair_plural_in_series,
    repair_singular_before_verb,
)
from graphwright.extraction.parse.participles import (
    repair_gerund_before_noun,
    repair_gerund_before_verb,
    repair_gerund_in_name,
    repair_gerund_in_relative,
    repair_joined_gerunds_before_noun,
    repair_led_relative,
    repair_means_read_as_clause,
    repair_participle_before_noun,
    repair_participle_behind_have,
    repair_participle_behind_to,
    repair_quality_read_as_perfect,
)
from graphwright.extraction.parse.plural_verbs import (
    repair_agreement,
    repair_described_cell,
    repair_misread_subject,
    repair_number_sign,
    repair_numbered_subject,
    repair_plural_behind_governed,
    repair_plural_behind_name,
    repair_plural_verbs,
    repair_root,
    repair_third_person,
)
from graphwright.extraction.parse.reduced_relatives import (
    repair_participle_over_main,
    repair_reduced_clause,
    repair_reduced_relative,
    repair_reduced_subject,
)
from graphwright.extraction.parse.series import repair_noun_read_as_verb, repair_series
from graphwright.extraction.parse.tree import Tree

REPAIRS: tuple[Repair, ...] = (
    repair_quality_read_as_perfect,
    repair_end_of_cell,
    repair_name_over_bracket,
    repair_noun_read_as_participle,
    repair_right_read_as_act,
    repair_rights_that_are_had,
    repair_name_behind_several,
    repair_name_over_and,
    repair_name_over_comma,
    repair_end_of_name_read_as_verb,
    repair_illustration,
    repair_name_with_as,
    repair_hyphenated,
    repair_prefix_read_as_preposition,
    repair_named_subject,
    repair_helper_of_name,
    repair_clausal_subject,
    repair_subject_behind_quality,
    repair_subject_before_mark,
    repair_noun_read_as_adjective,
    repair_noun_read_as_gerund,
    repair_noun_read_as_clause,
    repair_noun_read_as_object_of_relative,
    repair_noun_read_as_infinitive,
    repair_version,
    repair_plural_in_series,
    repair_plural_before_verb,
    repair_plural_behind_object,
    repair_singular_before_verb,
    repair_clause_before_main,
    repair_joined_infinitive,
    repair_joined_owner,
    repair_number_sign,
    repair_numbered_subject,
    repair_misread_subject,
    repair_order,
    repair_remark,
    repair_third_person,
    repair_first_verb,
    repair_unmarked_order,
    repair_later_order,
    repair_label,
    repair_plural_behind_governed,
    repair_plural_behind_name,
    repair_agreement,
    repair_described_cell,
    repair_root,
    repair_numbered_subject,
    repair_participle_before_noun,
    repair_participle_behind_have,
    repair_participle_behind_to,
    repair_gerund_before_noun,
    repair_gerund_before_verb,
    repair_gerund_in_name,
    repair_joined_gerunds_before_noun,
    repair_gerund_in_relative,
    repair_means_read_as_clause,
    repair_led_relative,
    repair_participle_over_main,
    repair_reduced_relative,
    repair_reduced_subject,
    repair_reduced_clause,
    repair_series,
    repair_plural_verbs,
    repair_noun_read_as_verb,
    repair_name_in_object,
    repair_added_denial,
    repair_verb_read_as_object,
    repair_plural_object,
    repair_noun_read_as_content,
    repair_gerund_subject,
    repair_object_of_gerund_subject,
    repair_particle,
    repair_plural_subject,
    repair_introduced_subject,
    repair_content_without_that,
    repair_joined_over_bracket,
    repair_order_in_bracket,
    repair_subject_of_auxiliary,
    repair_participle_read_as_past,
    repair_subject_read_as_conjunct,
    repair_spliced_clause,
    repair_case_clause,
    repair_conditional_mark,
    repair_condition_read_as_root,
    repair_time_clause_read_as_content,
    repair_order_behind_condition,
    repair_set,
    repair_object_of_passive,
    repair_joined_preposition,
    repair_bound,
    repair_upper_bound,
    repair_range,
    repair_such_as,
    repair_amount_before_preposition,
    repair_attachment,
    repair_purpose_of_object,
    repair_noun_of_preposition,
    repair_relative_of_plural,
    repair_clause_relative,
    repair_fronted_preposition,
    repair_preposition_before_aim,
    repair_preposition_behind_fronted,
    repair_asked_clause,
    repair_joined_condition,
)
"""All repairs, in the order in which they are applied: each may rest on those before it."""


def repair(tree: Tree, first: int, last: int) -> None:
    """Apply every repair to the tokens of a scope, in place, before the tree is linked.

    One is asked only where the scope, as those before it left it, shows what it needs.
    """
    tags, relations = tree.tag[first:last], tree.dep[first:last]
    found = shown(tree, first, last)
    for one in REPAIRS:
        for need in one.needs:
            if need.isdisjoint(found):
                break
        else:
            one.mend(tree, first, last)
            if tags != tree.tag[first:last] or relations != tree.dep[first:last]:
                tags, relations = tree.tag[first:last], tree.dep[first:last]
                found = shown(tree, first, last)
