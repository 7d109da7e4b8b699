"""What a build may spend on its LLM, counted so that concurrent calls cannot spend more together.

The most that a call can cost is reserved before it is made and settled by what it cost in truth.
Nothing here makes a call or knows what it is for.
"""

from __future__ import annotations

import dataclasses
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction

from graphwright.llm.answers.answer import Usage
from graphwright.settings import LlmSettings

_MILLION = 1_000_000


@dataclasses.dataclass(frozen=True, slots=True)
class Spend:
    """Calls, tokens sent and answered, and their price; 0 where no prices are set."""

    calls: int = 0
    sent: int = 0
    answered: int = 0
    money: Fraction = Fraction()

    @property
    def tokens(self) -> int:
        """Return the tokens sent and answered together."""
        return self.sent + self.answered

    def __add__(self, other: Spend) -> Spend:
        """Return the sum, field by field."""
        return Spend(
            self.calls + other.calls,
            self.sent + other.sent,
            self.answered + other.answered,
            self.money + other.money,
        )

    def __sub__(self, other: Spend) -> Spend:
        """Return the difference, field by field."""
        return self + Spend(-other.calls, -other.sent, -other.answered, -other.money)


def price(settings: LlmSettings, prompt_tokens: int, completion_tokens: int) -> Fraction | None:
    """Return what so many tokens cost in direct calls; ``None`` where no prices are set.

    Exact, so that sums of many calls and their differences are.
    """
    if settings.input_price is None or settings.output_price is None:
        return None
    asked, answered = Fraction(str(settings.input_price)), Fraction(str(settings.output_price))
    return (prompt_tokens * asked + completion_tokens * answered) / _MILLION


class Reservation:
    """The most that a call can cost, taken from the budget until it is known what it did cost."""

    def __init__(self, most: Spend) -> None:
        self.most = most
        self.spent: Spend | None = None

    def settle(self, spent: Spend) -> None:
        """Say what the call cost. Without a word it cost nothing."""
        self.spent = spent

    def keep(self) -> None:
        """Say that nobody knows whether the call was paid: it counts as paid in full."""
        self.spent = self.most


class Budget:
    """The budget of one build; safe to share between threads and between clients."""

    def __init__(self, settings: LlmSettings) -> None:
        self._settings = settings
        self._limit = settings.budget
        money = settings.budget.money
        self._money = None if money is None else Fraction(str(money))
        self._changed = threading.Condition()
        self._spent = Spend()
        self._reserved = Spend()
        self._noted: Callable[[Spend], None] = lambda spent: None

    @property
    def spent(self) -> Spend:
        """Return what the calls so far cost."""
        with self._changed:
            return self._spent

    def cost(
        self, prompt_tokens: int, completion_tokens: int, *, calls: int = 1, share: float = 1.0
    ) -> Spend:
        """Return a spend with its price; ``share`` is that of a batch in the price of a call."""
        money = price(self._settings, prompt_tokens, completion_tokens) or Fraction()
        return Spend(calls, prompt_tokens, completion_tokens, money * Fraction(str(share)))

    def of_usage(self, usage: Usage, *, share: float = 1.0) -> Spend:
        """Return what calls cost whose usage the endpoint told."""
        return self.cost(
            usage.prompt_tokens, usage.completion_tokens, calls=usage.calls, share=share
        )

    @contextmanager
    def reserved(
        self, most: Spend, stopped: Callable[[], bool] = lambda: False
    ) -> Iterator[Reservation | None]:
        """Hold back the most that a call can cost while it is made; yield None past the budget.

        Where only what other calls hold back is in the way, waits until they are settled, unless
        ``stopped``: so the budget is used up, by what calls cost and not by what they might have.
        """
        reservation = self._reserve(most, stopped)
        if reservation is None:
            yield None
            return
        try:
            yield reservation
        except BaseException:
            if reservation.spent is None:
                reservation.keep()  # killed in the middle: it may have been paid
            raise
        finally:
            self.add(reservation.spent or Spend())
            self.release(most)

    def hold(self, most: Spend) -> bool:
        """Hold back the most that a call can cost, if there is room; ``release`` it later."""
        with self._changed:
            fits = self._fits(self._spent + self._reserved + most)
            if fits:
                self._reserved += most
            return fits

    def release(self, most: Spend) -> None:
        """Hold this back no longer."""
        with self._changed:
            self._reserved -= most
            self._changed.notify_all()

    def add(self, spent: Spend) -> None:
        """Count what calls did cost."""
        with self._changed:
            self._spent += spent
            if spent != Spend():
                self._noted(spent)

    def tell(self, noted: Callable[[Spend], None]) -> None:
        """Tell of all that is added from now on, one at a time."""
        self._noted = noted

    def wake(self) -> None:
        """Let those that wait look again whether they are stopped."""
        with self._changed:
            self._changed.notify_all()

    def _reserve(self, most: Spend, stopped: Callable[[], bool]) -> Reservation | None:
        with self._changed:
            while not stopped() and self._fits(self._spent + most):
                if self._fits(self._spent + self._reserved + most):
                    self._reserved += most
                    return Reservation(most)
                self._changed.wait()
            return None

    def _fits(self, total: Spend) -> bool:
        limits = (
            (self._limit.calls, total.calls),
            (self._limit.tokens, total.tokens),
            (self._money, total.money),
        )
        return all(limit is None or value <= limit for limit, value in limits)
