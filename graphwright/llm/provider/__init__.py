"""Who answers: what carries requests to an endpoint and back, in the form of one protocol."""
