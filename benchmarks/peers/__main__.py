"""All peers' figures as one JSON object, for `benchmarks.run`, which may live in another environment."""

import json
import sys
from dataclasses import asdict

from benchmarks.peers import measure_all

figures, notes = measure_all(float(sys.argv[1]), int(sys.argv[2]))
print(json.dumps({"figures": [asdict(one) for one in figures], "notes": notes}))
