"""The figures, with the bound that each must keep."""


class Table:
    """Prints figures, and remembers which ones broke their bounds."""

    def __init__(self):
        self.broken = []
        self.unjudged = []

    def row(self, what, value, unit, bound=None, aim=None, least=None, is_judged=True):
        """A figure that must be at most its bound, or at least `least`. Not judged: it says more of the machine than of Pinhole."""
        if least is not None:
            self.judge(what, value, unit, f"required {least:g} at least", value >= least, is_judged)
            return
        limits = ", ".join(
            text for text in (f"required {bound:g}" if bound is not None else "", f"aim {aim:g}" if aim is not None else "") if text
        )
        self.judge(what, value, unit, limits, None if bound is None else value <= bound, is_judged)

    def judge(self, what, value, unit, limits, is_kept, is_judged):
        if is_kept is False and not is_judged:
            self.unjudged.append(what)
            is_kept = None
        self.print(what, value, unit, limits, is_kept)

    def print(self, what, value, unit, limits, is_kept):
        verdict = "" if is_kept is None else "ok" if is_kept else "BROKEN"
        if is_kept is False:
            self.broken.append(what)
        print(f"{what:<66} {value:14.3f} {unit:<12} {limits:<28} {verdict}", flush=True)
