"""Moodle XML for the question bank: ``moodle/‹quiz id›.xml``.

Written for the importer of Moodle 4.5 (``question/format/xml/format.php``), whose limits the modules name one by one.
"""

from kfexport.targets.moodle.capabilities import CAPABILITIES
from kfexport.targets.moodle.document import write

__all__ = ["CAPABILITIES", "write"]
