"""Reads the compiler's index through the toolchain's libIndexStore."""
import ctypes
import dataclasses

RECORD = 2  # INDEXSTORE_UNIT_DEPENDENCY_RECORD
REFERENCE = 1 << 2  # INDEXSTORE_SYMBOL_ROLE_REFERENCE


class StringRef(ctypes.Structure):
    """indexstore_string_ref_t"""

    _fields_ = [("data", ctypes.POINTER(ctypes.c_char)), ("length", ctypes.c_size_t)]

    def text(self):
        return ctypes.string_at(self.data, self.length).decode() if self.length else ""


@dataclasses.dataclass(frozen=True)
class Reference:
    """A symbol that a source file refers to."""

    file: str
    line: int
    usr: str
    name: str


APPLIER = ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_void_p, ctypes.c_void_p)
NAME_APPLIER = ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_void_p, StringRef)


class IndexStore:
    """An index store of one compilation."""

    def __init__(self, library, path):
        self.library = ctypes.CDLL(str(library))
        self.store = self.create("indexstore_store_create", str(path).encode())

    def function(self, name, result, *arguments):
        function = getattr(self.library, name)
        function.restype, function.argtypes = result, list(arguments)
        return function

    def create(self, name, *arguments):
        error = ctypes.c_void_p()
        types = [type(a) if not isinstance(a, bytes) else ctypes.c_char_p for a in arguments]
        function = self.function(name, ctypes.c_void_p, *types, ctypes.POINTER(ctypes.c_void_p))
        made = function(*arguments, ctypes.byref(error))
        if not made:
            raise RuntimeError(f"{name} failed: the index cannot be read")
        return ctypes.c_void_p(made)

    def apply(self, name, subject, visit, applier=APPLIER, *options):
        function = self.function(
            name, ctypes.c_bool, ctypes.c_void_p, *[type(o) for o in options], ctypes.c_void_p, applier
        )

        def call(_, item):
            visit(item)
            return True

        function(subject, *options, None, applier(call))

    def string(self, name, subject):
        return self.function(name, StringRef, ctypes.c_void_p)(subject).text()

    def references(self):
        """What all source files refer to."""
        units = []
        self.apply(
            "indexstore_store_units_apply_f", self.store, lambda n: units.append(n.text()), NAME_APPLIER, ctypes.c_uint(0)
        )
        for unit in units:
            reader = self.create("indexstore_unit_reader_create", self.store, unit.encode())
            main = self.string("indexstore_unit_reader_get_main_file", reader)
            records = []
            self.apply("indexstore_unit_reader_dependencies_apply_f", reader, lambda d: self.note_record(d, records))
            for record in records if main.endswith(".swift") else []:
                yield from self.record_references(main, record)
            self.function("indexstore_unit_reader_dispose", None, ctypes.c_void_p)(reader)

    def note_record(self, dependency, records):
        kind = self.function("indexstore_unit_dependency_get_kind", ctypes.c_uint, ctypes.c_void_p)(dependency)
        path = self.string("indexstore_unit_dependency_get_filepath", dependency)
        if kind == RECORD and path.endswith(".swift"):
            records.append(self.string("indexstore_unit_dependency_get_name", dependency))

    def record_references(self, file, record):
        reader = self.create("indexstore_record_reader_create", self.store, record.encode())
        found = []
        self.apply("indexstore_record_reader_occurrences_apply_f", reader, lambda o: self.note_reference(file, o, found))
        self.function("indexstore_record_reader_dispose", None, ctypes.c_void_p)(reader)
        return found

    def note_reference(self, file, occurrence, found):
        roles = self.function("indexstore_occurrence_get_roles", ctypes.c_uint64, ctypes.c_void_p)(occurrence)
        if not roles & REFERENCE:
            return
        symbol = self.function("indexstore_occurrence_get_symbol", ctypes.c_void_p, ctypes.c_void_p)(occurrence)
        line, column = ctypes.c_uint(), ctypes.c_uint()
        place = self.function(
            "indexstore_occurrence_get_line_col", None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p
        )
        place(occurrence, ctypes.byref(line), ctypes.byref(column))
        usr = self.string("indexstore_symbol_get_usr", symbol)
        name = self.string("indexstore_symbol_get_name", symbol)
        found.append(Reference(file, line.value, usr, name))
