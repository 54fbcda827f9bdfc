"""How the code of rules is put together.

A rule compiles to a part: its own code, which only names the rules that it calls. A rule that Python calls becomes a
whole: its part and all parts that it needs, linked, optimised and turned into machine code once. A part is filed under
a name that says all that it depends on, so any process can compile it for any other.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
from llvmlite import ir
from numba.core import bytecode, codegen, compiler, itanium_mangler, serialize, types
from numba.core.runtime.nrt import rtsys
from numba.core.untyped_passes import ExtractByteCode
from numba.np import arrayobj
from numba.np.arrayobj import fix_integer_index

from bestiary.engine import files

FLAGS = {"no_compile": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
"""A part is for other rules alone, so it is not executed by itself."""
ENVIRONMENT = "_ZN08NumbaEnv"
ALLOCATES = ("NRT_MemInfo_", "NRT_Allocate", "NRT_Realloc")
COUNTS = ("NRT_incref", "NRT_decref")
UNCOUNTED = "".join(f"define void @{name}(ptr %0) alwaysinline {{ ret void }}\n" for name in COUNTS)
NUMBERS = (types.Number, types.Boolean, type(types.none))
"""A part that allocates nothing and returns a number works in its callers' arrays, which outlive it: it need not count
who holds them."""


@dataclass(frozen=True, eq=False)
class Part:
    """The code of a rule for one signature."""

    name: str
    signature: Any
    descriptor: Any
    environment: Any
    bitcode: bytes
    needs: tuple[str, ...]  # the names of the parts that it calls


class PartLibrary(codegen.CPUCodeLibrary):  # type: ignore[misc]
    """Where Numba puts the code of a part."""

    def __init__(self, target: Any, name: str) -> None:
        super().__init__(target, name)
        self.needs: dict[str, None] = {}

    def add_linking_library(self, library: Any) -> None:
        if isinstance(library, Part):
            self.needs[library.name] = None
        elif library is not rtsys.library:
            super().add_linking_library(library)

    def _optimize_functions(self, module: Any) -> None:
        module.data_layout = self._codegen._data_layout
        passes, builder = self._codegen._function_pass_manager()
        for function in module.functions:
            if not function.is_declaration:
                passes.run(function, builder)

    def bitcode(self, symbol: str) -> bytes:
        """The code, of which other parts see nothing but one symbol."""
        module = self._final_module
        for library in dict.fromkeys(self._linking_libraries):
            module.link_in(library._get_module_for_linking(), preserve=True)
        runtime = {function.name for function in rtsys.library._final_module.functions}
        for function in module.functions:
            if not function.is_declaration and function.name not in runtime and function.name != symbol:
                function.linkage = "internal"
        return bytes(module.as_bitcode())


class PartCompiler(compiler.Compiler):  # type: ignore[misc]
    """Numba's compiler, with symbols that are the same in every process."""

    def compile_extra(self, function: Any) -> Any:
        self.state.targetctx.mangler = _mangle
        self.state.func_id = bytecode.FunctionIdentity.from_function(function)
        self.state.func_id.unique_id = Symbol(self.state.library.name)
        ExtractByteCode().run_pass(self.state)
        self.state.lifted, self.state.lifted_from = (), None
        return self._compile_bytecode()


class Symbol(str):
    """Tells a part from every other, in whichever process."""


def _mangle(name: str, types: Any, *, abi_tags: Any = (), uid: Any = None) -> str:
    if isinstance(uid, Symbol):
        return str(itanium_mangler.mangle(name, (), abi_tags=(uid,)))
    return str(itanium_mangler.mangle(name, types, abi_tags=abi_tags, uid=uid))


def load(folder: Path, name: str) -> Part | None:
    """A part that somebody has compiled, or None."""
    try:
        return _remember(pickle.loads((folder / name).read_bytes())) if name not in loaded else loaded[name]
    except FileNotFoundError:
        return None


def _index(context: Any, builder: Any, kind: Any, given: Any, size: Any) -> Any:
    """An index of a rule is never negative unless it is written so: to ask at every access would cost a tenth of the
    speed. Who checks bounds is told of one. Large games are asked all the same: theirs have not been looked through."""
    if kind.signed and not isinstance(given, ir.Constant):
        return context.cast(builder, given, kind, types.intp)
    return fix_integer_index(context, builder, kind, given, size)


def make(
    folder: Path, name: str, function: Any, target: Any, given: tuple[Any, ...], flags: Any, wraps: bool
) -> Part:  # fmt: skip
    """Compiles a rule for one signature, and files it for others. With `wraps` a negative index counts from the end."""
    library = PartLibrary(target.target_context.codegen(), name)
    for flag, value in FLAGS.items():
        setattr(flags, flag, value)
    before, arrayobj.fix_integer_index = arrayobj.fix_integer_index, fix_integer_index if wraps else _index
    try:
        made = compiler.compile_extra(
            target.typing_context, target.target_context, function, given, None, flags, {}, library, PartCompiler
        )
    finally:
        arrayobj.fix_integer_index = before
    descriptor = made.fndesc
    descriptor.typemap = descriptor.calltypes = None  # large, and nobody needs them any more
    bitcode = library.bitcode(descriptor.llvm_func_name)
    part = Part(name, made.signature, descriptor, made.environment, bitcode, tuple(library.needs))
    with files.replacing(folder / name) as aside:
        aside.write_bytes(serialize.dumps(part))
    return _remember(part)


loaded: dict[str, Part] = {}


def _remember(part: Part) -> Part:
    return loaded.setdefault(part.name, part)


def needed(folder: Path, root: Part) -> Iterator[Part]:
    """A part and all that it needs."""
    seen, open_ = {root.name}, [root]
    while open_:
        part = open_.pop()
        yield part
        for name in part.needs:
            if name not in seen:
                seen.add(name)
                found = load(folder, name)
                if found is None:
                    raise FileNotFoundError(f"{folder / name} was deleted while it was needed; start again")
                open_.append(found)


class WholeLibrary(codegen.JITCodeLibrary):  # type: ignore[misc]
    """The code of a whole. Only Python calls it, so all but its entry is its own business."""

    def __init__(self, target: Any, name: str, entry: str) -> None:
        super().__init__(target, name)
        self.entry = entry

    def take(self, part: Part) -> None:
        module = llvm.parse_bitcode(part.bitcode)
        allocates = any(function.name.startswith(ALLOCATES) for function in module.functions)
        if not allocates and isinstance(part.signature.return_type, NUMBERS):
            module.link_in(llvm.parse_assembly(UNCOUNTED))
            for name in COUNTS:
                module.get_function(name).linkage = "internal"
        self._final_module.link_in(module)

    def _optimize_final_module(self) -> None:
        for function in self._final_module.functions:
            if not function.is_declaration and function.name != self.entry:
                function.linkage = "internal"
        passes, builder = self._codegen._module_pass_manager()
        passes.run(self._final_module, builder)

    def serialize_using_object_code(self) -> Any:
        """As Numba's, but instead of code for others to link there are only the names of what is defined."""
        lines = [f'define void @"{self.entry}"() {{ ret void }}']
        names = (variable.name for variable in self._final_module.global_variables)
        lines += [f'@"{name}" = common global ptr null' for name in names if name.startswith(ENVIRONMENT)]
        return self.name, "object", (self._get_compiled_object(), llvm.parse_assembly("\n".join(lines)).as_bitcode())


def whole(folder: Path, root: Part, target: Any) -> Any:
    """What Python calls: Numba's result of a compilation."""
    context, descriptor = target.target_context, root.descriptor
    library = WholeLibrary(context.codegen(), root.name, descriptor.llvm_cpython_wrapper_name)
    library.enable_object_caching()
    parts = list(needed(folder, root))
    for part in parts:
        library.take(part)
    library.add_linking_library(rtsys.library)
    context.create_cpython_wrapper(library, descriptor, root.environment, None, release_gil=True)
    entry = context.get_executable(library, descriptor, root.environment)
    for part in parts:
        if library.codegen._engine.is_symbol_defined(part.environment.env_name):
            library.codegen.set_env(part.environment.env_name, part.environment)
    return compiler.compile_result(
        typing_context=target.typing_context, target_context=context, entry_point=entry, typing_error=None,
        type_annotation="", library=library, signature=root.signature, objectmode=False, lifted=(), fndesc=descriptor,
        environment=root.environment, metadata={}, reload_init=(),
    )  # fmt: skip
