"""Checks of applications: actions whose outcome and target fit, states that can be opened.

What follows from declarations (keys, nulls, references) is in ``declared_checks``, lost states in
``shrinkage``.
"""

from __future__ import annotations

from graphwright.quality.check import Severity, SqlCheck

_LEFT_SHARE = 0.2
"""Share of an application's actions that may have failed or be left before somebody should look."""

_LOOK_FROM = 20
"""Of fewer actions a share says little."""

APPLICATION_CHECKS = (
    SqlCheck(
        "what_was_done_leads_to_a_state",
        "ui_actions",
        "An action that was done, or whose target is inferred, leads to a state, unless it leads "
        "out of the application.",
        ("ui_actions",),
        """
        SELECT action_id, application, name, kind, outcome FROM ui_actions
        WHERE outcome IN ('done', 'inferred') AND target_id IS NULL
            AND kind NOT IN ('external', 'download', 'logout')
        """,
    ),
    SqlCheck(
        "what_was_not_done_leads_nowhere",
        "ui_actions",
        "An action that was denied, failed or left untried leads to no state.",
        ("ui_actions",),
        """
        SELECT action_id, application, name, kind, outcome, target_id FROM ui_actions
        WHERE outcome IN ('denied', 'failed', 'not_tried') AND target_id IS NOT NULL
        """,
    ),
    SqlCheck(
        "what_was_stopped_says_what",
        "ui_actions",
        "An action that was stopped on the wire says which request was.",
        ("ui_actions",),
        "SELECT action_id, application, name FROM ui_actions "
        "WHERE outcome = 'blocked' AND request IS NULL",
    ),
    SqlCheck(
        "actions_stay_in_their_application",
        "ui_actions",
        "An action and both its states are of one application.",
        ("ui_states", "ui_actions"),
        """
        SELECT action_id, actions.application, states.application AS of_state
        FROM ui_actions AS actions
        JOIN ui_states AS states
            ON states.state_id IN (actions.state_id, actions.target_id)
        WHERE states.application <> actions.application
        """,
    ),
    SqlCheck(
        "replayed_actions_are_there",
        "ui_states",
        "Each action by which a state is reached is there.",
        ("ui_states", "ui_actions"),
        """
        SELECT state_id, action_id
        FROM (SELECT state_id, unnest(replay) AS action_id FROM ui_states)
        ANTI JOIN ui_actions USING (action_id)
        """,
    ),
    SqlCheck(
        "home_state_is_there",
        "applications",
        "The home state of an application that was crawled is there.",
        ("applications", "ui_states"),
        """
        SELECT name, home_state_id FROM applications
        LEFT JOIN ui_states
            ON ui_states.state_id = applications.home_state_id
            AND ui_states.application = applications.name
        WHERE status <> 'never' AND ui_states.state_id IS NULL
        """,
    ),
    SqlCheck(
        "few_actions_are_left",
        "ui_actions",
        f"At most {_LEFT_SHARE:.0%} of the actions of an application have failed or were not "
        "tried.",
        ("ui_actions",),
        f"""
        SELECT application, count(*) AS actions,
            count(*) FILTER (WHERE outcome = 'failed') AS failed,
            count(*) FILTER (WHERE outcome = 'not_tried') AS not_tried
        FROM ui_actions GROUP BY application
        HAVING count(*) >= {_LOOK_FROM}
            AND count(*) FILTER (WHERE outcome IN ('failed', 'not_tried'))
                > {_LEFT_SHARE} * count(*)
        """,  # noqa: S608  # the numbers stand above
        blocking=False,
        severity=Severity.WARN,
    ),
)
