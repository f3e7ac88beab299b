"""First module of the bundled program."""

import sys

from simfinder.__main__ import main

sys.exit(main())
