"""Packages for Canvas: ``canvas/‹quiz id›.zip``, in Canvas's own dialect of QTI 1.2.

Written for both of its importers: Classic Quizzes (``gems/plugins/qti_exporter`` of canvas-lms, after the
QTIMigrationTool) and New Quizzes (Instructure's ``qti`` gem). The modules name what only one of them does.
"""

from kfexport.targets.canvas.capabilities import CAPABILITIES
from kfexport.targets.canvas.document import write

__all__ = ["CAPABILITIES", "write"]
