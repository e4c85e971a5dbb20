"""Every change that can be made to a file: what stands there, what would stand there instead, and where."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, NamedTuple

from feltro.kernel.roles import ROLES

if TYPE_CHECKING:
    from collections.abc import Iterator

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
}
SWAPPED = {"any": "all", "all": "any", "min": "max", "max": "min"}
EVERYBODY = repr(ROLES)
"""What the card of a command is widened to."""
FOR_EVERYBODY = "is for everybody"


class Change(NamedTuple):
    file: str
    line: int
    start: int
    """Of the text that is replaced, in bytes from the beginning of the file."""
    end: int
    new: str
    what: str
    function: int
    """The first line of the function around it; 0 outside of any."""
    text: str
    """The whole line as it stands."""

    def applied(self, source: bytes) -> bytes:
        return source[: self.start] + self.new.encode() + source[self.end :]

    @property
    def told(self) -> str:
        return f"{self.file}:{self.line}: {self.what}\n    {self.text}"


def changes(file: str, source: str) -> list[Change]:
    """In the order of the file."""
    found = _Finder(file, source)
    found.visit(ast.parse(source))
    return sorted(found.changes, key=lambda one: (one.start, one.end, one.what))


class _Finder(ast.NodeVisitor):
    """Walks what decides; passes by annotations, docstrings, raised bugs and what only types see."""

    def __init__(self, file: str, source: str) -> None:
        self.file, self.changes = file, list[Change]()
        self.lines = source.splitlines()
        offsets = [0]
        for line in source.encode().splitlines(keepends=True):
            offsets.append(offsets[-1] + len(line))
        self.offsets = offsets
        self.function = 0

    def note(self, node: ast.expr | ast.stmt, new: str, what: str) -> None:
        start = self.offsets[node.lineno - 1] + node.col_offset
        end = self.offsets[(node.end_lineno or node.lineno) - 1] + (node.end_col_offset or 0)
        text = self.lines[node.lineno - 1].strip()
        self.changes.append(Change(self.file, node.lineno, start, end, new, what, self.function, text))

    # What is not looked into

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    def visit_arg(self, node: ast.arg) -> None:
        """An annotation decides nothing."""

    def visit_Raise(self, node: ast.Raise) -> None:
        """A bug that is raised says what it likes."""

    def visit_Assert(self, node: ast.Assert) -> None:
        """The same."""

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self._body(node.body)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        outer = self.function
        first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
        self.function = outer or first
        self._body(node.body)
        self.function = outer

    def _body(self, body: list[ast.stmt]) -> None:
        for statement in body:
            if not (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)):
                self.visit(statement)

    # Statements

    def visit_If(self, node: ast.If) -> None:
        test = ast.unparse(node.test)
        if test == "TYPE_CHECKING":
            return
        ends = len(node.body) == 1 and isinstance(node.body[0], ast.Return | ast.Raise | ast.Continue)
        if ends and not node.orelse:
            self.note(node, "pass", f"never: if {test}")
        if not isinstance(node.test, ast.Compare | ast.BoolOp | ast.UnaryOp):
            self.note(node.test, f"not ({test})", f"turned round: if {test}")
        self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Call):
            self.note(node, "pass", f"left out: {ast.unparse(node)}")
            self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self.note(node, "pass", f"left out: {ast.unparse(node)}")
        other = ARITHMETIC.get(type(node.op))
        if other and not isinstance(node.value, ast.List | ast.Tuple | ast.ListComp):
            changed = ast.AugAssign(node.target, other(), node.value)
            self.note(node, ast.unparse(changed), f"{ast.unparse(node)} becomes {ast.unparse(changed)}")
        self.visit(node.value)

    def visit_Assign(self, node: ast.Assign) -> None:
        if [ast.unparse(one) for one in node.targets] == ["may"]:
            self.note(node.value, EVERYBODY, f"may = {ast.unparse(node.value)} {FOR_EVERYBODY}")
        if all(isinstance(one, ast.Attribute | ast.Subscript) for one in node.targets):
            self.note(node, "pass", f"left out: {ast.unparse(node)}")
        self.visit(node.value)

    def visit_Delete(self, node: ast.Delete) -> None:
        self.note(node, "pass", f"left out: {ast.unparse(node)}")

    # Expressions

    def visit_Compare(self, node: ast.Compare) -> None:
        for at, operator in enumerate(node.ops):
            ops = [*node.ops]
            ops[at] = COMPARISONS[type(operator)]()
            self.becomes(node, ast.Compare(node.left, ops, node.comparators))
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        self.becomes(node, ast.BoolOp(other, node.values))
        for at in range(len(node.values)):
            rest = [*node.values[:at], *node.values[at + 1 :]]
            self.becomes(node, ast.BoolOp(node.op, rest) if len(rest) > 1 else rest[0])
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        other = ARITHMETIC.get(type(node.op))
        texts = any(isinstance(part, ast.Constant | ast.JoinedStr) for part in (node.left, node.right)) and any(
            isinstance(getattr(part, "value", None), str) for part in (node.left, node.right)
        )
        if other and not texts:
            self.becomes(node, ast.BinOp(node.left, other(), node.right))
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not | ast.USub) and not isinstance(node.operand, ast.Constant):
            self.becomes(node, node.operand)
        self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self.becomes(node, ast.IfExp(node.test, node.orelse, node.body))
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, bool):
            self.note(node, str(not node.value), f"{node.value} becomes {not node.value}")
        elif isinstance(node.value, int):
            self.note(node, str(node.value + 1), f"{node.value} becomes {node.value + 1}")

    def visit_Call(self, node: ast.Call) -> None:
        if isinstance(node.func, ast.Name) and node.func.id in SWAPPED:
            self.note(node.func, SWAPPED[node.func.id], f"{node.func.id} becomes {SWAPPED[node.func.id]}")
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        for test in node.ifs:
            self.note(test, "True", f"everything, not only if {ast.unparse(test)}")
        self.generic_visit(node)

    def becomes(self, node: ast.expr, changed: ast.expr) -> None:
        new = ast.unparse(changed)
        self.note(node, f"({new})", f"{ast.unparse(node)} becomes {new}")


def every(files: dict[str, str]) -> Iterator[Change]:
    for file, source in sorted(files.items()):
        yield from changes(file, source)
