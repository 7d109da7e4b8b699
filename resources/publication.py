"""What a run may publish beyond what its checks let through."""

import dagster as dg
import pydantic


class PublicationResource(dg.ConfigurableResource):  # type: ignore[type-arg]  # no resource value type
    """What whoever starts a run says about its publication, in the run's config."""

    allow_shrinking: bool = pydantic.Field(
        default=False,
        description="Publish also where a collection has lost more documents since the last "
        "publication than 'checks' of sources.yaml allow: they are gone on purpose.",
    )
