"""The queries that find and explain differing states and actions of applications.

They read views ``old_*`` and ``new_*`` of ``ui_states``, ``ui_actions``, ``ui_merges`` and
``applications``, empty where a snapshot has none; ``compare`` runs them. Actions are told of states
that both snapshots have: those of a state that came or went come and go with it.
"""

from __future__ import annotations

APPLICATION_TABLES = {
    "applications": ("name", "status"),
    "ui_states": ("state_id", "application", "label", "menu_path", "template", "depth", "text"),
    "ui_actions": (
        *("action_id", "application", "state_id", "name", "menu_path", "kind", "outcome"),
        *("target_id", "request"),
    ),
    "ui_merges": ("state_id", "other_id", "merged", "reason"),
}
"""The tables that are compared, with the columns of theirs that are read."""

_STATES = """
CREATE TEMP TABLE state_changes AS
WITH o AS (
    SELECT *, format('{}: {}', application, array_to_string(menu_path || [label], ' > ')) AS called
    FROM old_ui_states
),
n AS (
    SELECT *, format('{}: {}', application, array_to_string(menu_path || [label], ' > ')) AS called
    FROM new_ui_states
),
merged AS (
    SELECT other_id, format('it is part of {} ({})', min(n.called), min(m.reason)) AS cause
    FROM new_ui_merges AS m JOIN n USING (state_id) WHERE m.merged GROUP BY other_id
),
parted AS (
    SELECT other_id, format('it was part of {} ({})', min(o.called), min(m.reason)) AS cause
    FROM old_ui_merges AS m JOIN o USING (state_id) WHERE m.merged GROUP BY other_id
),
differing AS (
    SELECT coalesce(o.state_id, n.state_id) AS id,
        CASE WHEN o.state_id IS NULL THEN 'added' WHEN n.state_id IS NULL THEN 'removed'
            ELSE 'edited' END AS change,
        coalesce(n.application, o.application) AS application,
        coalesce(n.called, o.called) AS name,
        o.called <> n.called AS renamed,
        o.called AS was, n.called AS now
    FROM o FULL JOIN n ON o.state_id = n.state_id
    WHERE (o.label, o.menu_path, o.template, o.text)
        IS DISTINCT FROM (n.label, n.menu_path, n.template, n.text)
)
SELECT d.id, d.change, d.name,
    CASE WHEN d.change = 'removed' AND gone.name IS NULL THEN 'application_removed'
        WHEN d.change = 'removed' AND merged.cause IS NOT NULL THEN 'state_merged'
        WHEN d.change = 'removed' THEN 'state_gone'
        WHEN d.change = 'added' AND parted.cause IS NOT NULL THEN 'state_merge_undone'
        WHEN d.change = 'added' THEN 'state_found'
        WHEN d.renamed THEN 'name_changed'
        ELSE 'page_changed' END AS reason,
    CASE d.change WHEN 'removed' THEN merged.cause WHEN 'added' THEN parted.cause END AS cause,
    CASE WHEN d.change = 'edited' THEN d.was END AS "before",
    CASE WHEN d.change = 'edited' THEN d.now END AS "after"
FROM differing AS d
LEFT JOIN new_applications AS gone ON gone.name = d.application
LEFT JOIN merged ON merged.other_id = d.id
LEFT JOIN parted ON parted.other_id = d.id
"""

_ACTIONS = """
CREATE TEMP TABLE action_changes AS
WITH both_have AS (
    SELECT n.state_id, n.application, n.label
    FROM new_ui_states AS n JOIN old_ui_states AS o USING (state_id)
),
o AS (
    SELECT a.*, concat_ws(' to ', a.outcome, s.label, a.request) AS came
    FROM old_ui_actions AS a LEFT JOIN old_ui_states AS s ON s.state_id = a.target_id
    WHERE a.state_id IN (SELECT state_id FROM both_have)
),
n AS (
    SELECT a.*, concat_ws(' to ', a.outcome, s.label, a.request) AS came
    FROM new_ui_actions AS a LEFT JOIN new_ui_states AS s ON s.state_id = a.target_id
    WHERE a.state_id IN (SELECT state_id FROM both_have)
)
SELECT coalesce(o.action_id, n.action_id) AS id,
    CASE WHEN o.action_id IS NULL THEN 'added' WHEN n.action_id IS NULL THEN 'removed'
        ELSE 'edited' END AS change,
    format('{}: {} on {}', h.application,
        array_to_string(coalesce(n.menu_path, o.menu_path) || [coalesce(n.name, o.name)], ' > '),
        h.label) AS name,
    CASE WHEN o.action_id IS NULL THEN 'action_found' WHEN n.action_id IS NULL THEN 'action_gone'
        WHEN o.target_id IS DISTINCT FROM n.target_id THEN 'action_leads_elsewhere'
        ELSE 'outcome_changed' END AS reason,
    NULL::VARCHAR AS cause, o.came AS "before", n.came AS "after"
FROM o FULL JOIN n ON o.action_id = n.action_id
JOIN both_have AS h ON h.state_id = coalesce(o.state_id, n.state_id)
WHERE (o.kind, o.outcome, o.target_id, o.request)
    IS DISTINCT FROM (n.kind, n.outcome, n.target_id, n.request)
"""

APPLICATION_STEPS = (_STATES, _ACTIONS)
"""In the order in which they are run."""

APPLICATION_CHANGES = """
SELECT 'state' AS thing, change, id, name, reason, cause, "before", "after" FROM state_changes
UNION ALL
SELECT 'action', change, id, name, reason, cause, "before", "after" FROM action_changes
ORDER BY thing DESC, change, reason, name, id
"""
"""All differences as rows, in order: states, then actions."""
