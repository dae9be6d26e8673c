"""
Checks and repairs agent response files, also inside the JSON that is encoded as a string inside the JSON.

Everything is plain data: frozen dataclasses with the fields of the report's JSON (`from_` for `from`), which `to_dict()` and
`to_json()` return. Positions are lines and characters (zero-based, UTF-16, as in editors), offsets in UTF-16 (`from_`, `to`), and
offsets in UTF-8 (`bytes`); `inner` is the same place in the decoded text.
"""

from ._calls import ToolCallOptions, validate_tool_call
from ._columns import ArrowArray, ArrowStream, RecordBatch, validate_column
from ._errors import RepairError, ResponseError, WrapError
from ._functions import (
    FixBytesResult, explain, fix, formats, locate, locate_all, readers, recover, rules, unwrap, validate, wrap,
)  # fmt: skip
from ._loading import AgentResponse, load, loads, repair
from ._options import FixOptions, ValidateOptions, WrapOptions
from ._plain import Limits, PayloadSchema, RepairResult, ToolCallReport, Unwrapped
from ._results import (
    AppliedFix, Create, DetectedFormat, Diagnostic, FileChange, Fix, FixResult, FormatId, FormatInfo, InnerPlace, Location,
    Offsets, Position, Range, Reading, Recovered, Related, Rename, Report, RuleGroup, RuleId, RuleInfo, Safety, Severity, TextEdit,
)  # fmt: skip

__all__ = [
    "AgentResponse", "AppliedFix", "ArrowArray", "ArrowStream", "Create", "DetectedFormat", "Diagnostic", "FileChange", "Fix", "FixBytesResult",
    "FixOptions", "FixResult", "FormatId", "FormatInfo", "InnerPlace", "Limits", "Location", "Offsets", "PayloadSchema",
    "Position", "Range", "Reading", "RecordBatch", "Recovered", "Related", "Rename", "RepairError", "RepairResult", "Report", "ResponseError", "RuleGroup", "RuleId",
    "RuleInfo", "Safety", "Severity", "TextEdit", "ToolCallOptions", "ToolCallReport", "Unwrapped", "ValidateOptions", "WrapError", "WrapOptions", "explain", "fix",
    "formats", "load", "loads", "locate", "locate_all", "readers", "recover", "repair", "rules", "unwrap", "validate", "validate_column", "validate_tool_call", "wrap",
]  # fmt: skip
