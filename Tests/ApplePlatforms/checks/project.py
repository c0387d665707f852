"""The app's project, property lists and string catalogues."""
import html
import json
import plistlib
import re
import subprocess

from checks import manifest, toolchain

LANGUAGES = ["de", "en"]
# What an app that uses camera, microphone, photo library and a recogniser in the local network has to say why.
USAGES = ["NSCameraUsageDescription", "NSMicrophoneUsageDescription", "NSPhotoLibraryAddUsageDescription"]
USAGES += ["NSLocalNetworkUsageDescription"]
SETTINGS = {"IPHONEOS_DEPLOYMENT_TARGET": "18.0", "SWIFT_VERSION": "6.0", "SWIFT_DEFAULT_ACTOR_ISOLATION": "nonisolated"}
SETTINGS |= {"SWIFT_EMIT_LOC_STRINGS": "YES", "LOCALIZATION_PREFERS_STRING_CATALOGS": "YES"}
# What App Store Connect asks at each upload unless the app says it itself.
ANSWERS = {"ITSAppUsesNonExemptEncryption": False}
SPECIFIER = re.compile(r"%(?:\d+\$)?(?:#@\w+@|lld|lf|llu|@|d|f|%)")


def check(project):
    """What is the matter with the app's files; nothing where there is no app."""
    if not project.app.is_dir():
        return []
    found = [*property_lists(project), *xcode_project(project), *information(project), *catalogues(project)]
    return [f"project: {finding}" for finding in found]


def property_lists(project):
    """What Apple's own reader of property lists says."""
    for file in sorted(project.app.rglob("*")):
        if file.suffix not in (".plist", ".pbxproj", ".xcprivacy", ".entitlements", ".strings"):
            continue
        done = subprocess.run(["plutil", "-lint", file], capture_output=True, text=True, check=False)
        if done.returncode:
            yield f"{file.relative_to(project.root)}: {(done.stdout + done.stderr).strip()}"
    for file in sorted(project.app.rglob("*.json")) + list(catalogue_files(project, "*")):
        try:
            json.loads(file.read_text())
        except ValueError as error:
            yield f"{file.relative_to(project.root)}: {error}"


# MARK: The Xcode project


def xcode_project(project):
    """Whether all that the project names is there, and its settings are those of the package."""
    file = project.app / "Pinhole.xcodeproj" / "project.pbxproj"
    if not file.is_file():
        yield "there is no Pinhole.xcodeproj"
        return
    done = subprocess.run(["plutil", "-convert", "json", "-o", "-", file], capture_output=True, text=True, check=False)
    if done.returncode:
        return
    objects = json.loads(done.stdout)["objects"]
    yield from references(objects)
    yield from groups(project, objects)
    yield from test_resources(project, objects)
    yield from packages(project, objects)
    yield from test_hosts(objects)
    yield from settings(project, objects)


def of(objects, *kinds):
    return [o for o in objects.values() if o["isa"] in kinds]


def references(objects):
    """Every identifier that an object refers to has to be there."""
    identifier = re.compile(r"^[0-9A-F]{24}$")

    def values(value):
        if isinstance(value, dict):
            yield from (v for item in value.values() for v in values(item))
        elif isinstance(value, list):
            yield from (v for item in value for v in values(item))
        else:
            yield value

    for name, item in objects.items():
        for value in values({k: v for k, v in item.items() if k != "remoteGlobalIDString"}):
            if identifier.match(str(value)) and value not in objects:
                yield f"{item['isa']} {name} refers to {value}, which is missing"


def groups(project, objects):
    for group in of(objects, "PBXFileSystemSynchronizedRootGroup"):
        if not (project.app / group["path"]).is_dir():
            yield f"the folder {group['path']} is missing"


def test_resources(project, objects):
    """A synchronized folder copies into the test bundle whatever is no source. A folder is left out as a whole only if it is explicit."""
    for name, target in objects.items():
        if target["isa"] != "PBXNativeTarget" or not target.get("productType", "").endswith("unit-test"):
            continue
        for group in (objects[identifier] for identifier in target.get("fileSystemSynchronizedGroups", [])):
            sets = [objects[identifier] for identifier in group.get("exceptions", [])]
            left_out = {path for one in sets if one["target"] == name for path in one["membershipExceptions"]}
            whole = left_out & set(group.get("explicitFolders", []))
            folder = project.app / group["path"]
            entries = (file for file in sorted(folder.rglob("*")) if file.is_file() and file.suffix != ".swift")
            for path in (file.relative_to(folder) for file in entries):
                ignored = "__pycache__" in path.parts or str(path) in left_out
                if not ignored and not whole & {str(parent) for parent in path.parents}:
                    yield f"{group['path']}/{path} would be copied into {target['name']}"


def packages(project, objects):
    paths = [p["relativePath"] for p in of(objects, "XCLocalSwiftPackageReference")]
    found = {(project.app / path).resolve() for path in paths}
    for package in toolchain.PACKAGES:
        if (project.root / package).resolve() not in found:
            yield f"the package {package} is not among {paths}"
    products = set().union(*manifest.PRODUCTS.values())
    for product in of(objects, "XCSwiftPackageProductDependency"):
        if product["productName"] not in products:
            yield f"no package has the product {product['productName']} on a Mac"


def test_hosts(objects):
    """Xcode hands the packages' module maps to a hosted test bundle only where both paths are the same, letter by letter."""
    for configuration in of(objects, "XCBuildConfiguration"):
        host = configuration["buildSettings"].get("TEST_HOST", "")
        if "BUNDLE_EXECUTABLE_FOLDER_PATH" in host:
            yield f"TEST_HOST is {host}; on iOS that path has two slashes, and is not the app's"


def settings(project, objects):
    configurations = of(objects, "XCBuildConfiguration")
    for name, wanted in SETTINGS.items():
        values = {c["buildSettings"][name] for c in configurations if name in c["buildSettings"]}
        if values != {wanted}:
            yield f"{name} is {sorted(values) or 'not set'} in place of {wanted}"
    for configuration in configurations:
        for name in ("INFOPLIST_FILE", "CODE_SIGN_ENTITLEMENTS"):
            path = configuration["buildSettings"].get(name)
            if path and not (project.app / path).is_file():
                yield f"{name} names {path}, which is missing"
        if configuration["buildSettings"].get("DEVELOPMENT_TEAM"):
            yield "the project names a team; everybody has their own"


# MARK: Info.plist


def information(project):
    """Whether the app says what it uses camera and microphone for, in each language."""
    files = [f for f in project.app.rglob("Info.plist") if ".xcodeproj" not in str(f)]
    keys = {}
    for file in files:
        try:
            keys |= plistlib.loads(file.read_bytes())
        except plistlib.InvalidFileException:
            continue  # plutil has told it.
    for key in USAGES:
        if not str(keys.get(key, "")).strip():
            yield f"Info.plist does not say {key}"
    for key, wanted in ANSWERS.items():
        if keys.get(key) != wanted:
            yield f"Info.plist does not say that {key} is {wanted}"
    words = catalogue(project, "InfoPlist")
    for key in [k for k in keys if k.endswith("UsageDescription")]:
        if key not in words:
            yield f"{key} is not in InfoPlist.xcstrings"


# MARK: String catalogues


# The catalogue that the app shares with the viewfinder's page.
SHARED = "Viewfinder/Sources/Localization"


def catalogue_files(project, name):
    for folder in (project.app, project.root / SHARED):
        yield from sorted(folder.rglob(f"{name}.xcstrings"))


def catalogue(project, name):
    for file in catalogue_files(project, name):
        try:
            return json.loads(file.read_text())["strings"]
        except (ValueError, KeyError):
            return {}
    return {}


def catalogues(project):
    """Whether each string is there in each language, every key that is used is in the catalogue, and no other."""
    for name in ("Localizable", "InfoPlist"):
        words = catalogue(project, name)
        if not words:
            yield f"there is no {name}.xcstrings, or nothing in it"
        for key, entry in sorted(words.items()):
            yield from (f"{name}.xcstrings: {key!r}: {finding}" for finding in translations(key, entry, name))
    yield from uses(project, catalogue(project, "Localizable"))


def translations(key, entry, name):
    localizations = entry.get("localizations", {})
    if entry.get("shouldTranslate") is False:
        return
    for language in LANGUAGES:
        if language == "en" and language not in localizations and name == "Localizable":
            continue  # The key is the English text.
        units = list(string_units(localizations.get(language, {})))
        if not units:
            yield f"there is no {language}"
        for unit in units:
            if not unit.get("value", "").strip() or unit.get("state") != "translated":
                yield f"{language} is not translated"
            elif name == "Localizable" and "#@" not in unit["value"] and not fits(key, unit["value"], entry):
                yield f"{language} has other arguments: {unit['value']!r}"


def string_units(value):
    """All texts of a localization: alone, or by plural and device."""
    if isinstance(value, dict):
        if "stringUnit" in value:
            yield value["stringUnit"]
        for name, item in value.items():
            if name != "stringUnit":
                yield from string_units(item)


def specifiers(text):
    """The kinds of a text's arguments, in order of their numbers."""
    return sorted(re.sub(r"\d+\$", "", s) for s in SPECIFIER.findall(text) if s != "%%")


def fits(key, value, entry):
    """Whether a text takes the key's arguments; one of several plurals may leave some out."""
    wanted, present = specifiers(key), specifiers(value.replace("%arg", ""))
    if wanted == present:
        return True
    return "variations" in json.dumps(entry) and all(p in wanted for p in present)


LITERAL = r'"((?:[^"\\\n]|\\\((?:[^()]|\([^()]*\))*\)|\\.)*)"'
# Calls, and labels of arguments, whose literals are keys.
CALLS = """Text Button Label Toggle Picker Section LabeledContent Link Menu TextField SecureField Stepper Slider
ContentUnavailableView ShareLink NavigationLink ProgressView Message LocalizedStringKey LocalizedStringResource
navigationTitle accessibilityLabel accessibilityHint accessibilityValue alert confirmationDialog""".split()
LABELS = "prompt named advice localized".split()
USE = re.compile(r"\b(?:(?:" + "|".join(CALLS) + r")\(|(?:" + "|".join(LABELS) + r"):)\s*" + LITERAL)


def uses(project, words):
    """Keys that are used and missing, and the other way round."""
    patterns = {key: pattern(key) for key in words}
    mentioned = set()
    for file in sorted((project.app / "Sources").rglob("*.swift")):
        text = without_comments(file.read_text())
        keys = {m[1] for m in USE.finditer(text)}
        if file.parent.name == "Messages":
            keys |= {m[1] for m in re.finditer(LITERAL, text)}
        for key in sorted(keys):
            if not key or not re.search(r"[A-Za-z]{2}", re.sub(r"\\\((?:[^()]|\([^()]*\))*\)", "", key)):
                continue
            if not any(p.fullmatch(masked(key)) for p in patterns.values()):
                yield f"{file.relative_to(project.app)}: {key!r} is not in Localizable.xcstrings"
        mentioned |= {masked(m[1]) for m in re.finditer(LITERAL, text)}
    mentioned |= {masked(m) for m in [*engine_words(project), *viewfinder_words(project)]}
    pages = page_text(project)
    for key, expression in sorted(patterns.items()):
        if key not in pages and not any(expression.fullmatch(m) for m in mentioned):
            yield f"Localizable.xcstrings: {key!r} is used nowhere"


# Where the engine and the scanner say something to people.
ENGINE_TEXTS = [
    "Sources/CameraEngine/Messages", "Sources/CameraEngine/MultiCam", "Sources/CameraEngine/Controls", "Books/Sources/BookScanner",
]


def engine_words(project):
    """The literals of what the engine and the scanner say to people."""
    for folder in ENGINE_TEXTS:
        for file in sorted((project.root / folder).rglob("*.swift")):
            text = without_comments(file.read_text())
            # Texts of several lines are put together by the compiler.
            text = re.sub(r'"\s*\n?\s*\+\s*"', "", text)
            for match in re.finditer(LITERAL, text):
                yield match[1]


def masked(literal):
    """A literal with marks in the place of interpolations, as a string at run time."""
    return re.sub(r"\\\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)", "\0", literal).replace('\\"', '"').replace("\\n", "\n")


def pattern(key):
    """What literals a key stands for."""
    parts = re.split(r"%(?:\d+\$)?(?:lld|lf|llu|@|d|f)", key)
    return re.compile("\0".join(re.escape(p.replace("%%", "%")) for p in parts))


def without_comments(text):
    return re.sub(r"^\s*//.*$", "", text, flags=re.MULTILINE)


# Where the page, its server and its scanner say something.
PAGE_TEXTS = ["Viewfinder/Sources", "Books/Sources", "Apps/AppPreview/Sources"]


def viewfinder_words(project):
    """The literals of the viewfinder's server."""
    for file in sorted((project.root / "Viewfinder/Sources").rglob("*.swift")):
        for match in re.finditer(LITERAL, without_comments(file.read_text())):
            yield match[1]


def page_text(project):
    """All that the viewfinder consists of, each piece of space as one space, without escapes and with the parts of literals joined."""
    files = [f for folder in PAGE_TEXTS for f in sorted((project.root / folder).rglob("*")) if f.suffix in (".js", ".html", ".swift")]
    text = " ".join(file.read_text() for file in files)
    text = re.sub(r'(?:"\s*\+\s*"|\\\n\s*)', "", html.unescape(text).replace("\\'", "'"))
    return re.sub(r"\s+", " ", text)
