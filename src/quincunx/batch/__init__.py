"""Many matches of one variant at once, for programs that learn: one compiled call steps all of them, on CPU or GPU.

`batch` has the class, `storage` lays positions out in arrays, `lanes` has what one lane does in a step, `cpu` and
`cuda` run that over all lanes, `dlpack` hands device memory to other libraries. The rules are those of the games.
"""

from quincunx.batch.batch import Autoreset, Batch, Tally
from quincunx.batch.lanes import WAIT

__all__ = ["WAIT", "Autoreset", "Batch", "Tally"]
