"""What scripts/check-apple finds. Tests/ApplePlatforms/Planted provokes compiler and index at each run of it."""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "Tests" / "ApplePlatforms"))

from checks import availability, interfaces, manifest, project, sendable, strict, surface, toolchain  # noqa: E402


class Folder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name).resolve()
        (self.root / "work").mkdir()
        self.project = toolchain.Project(self.root, self.root / "work")

    def put(self, path, text):
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text if isinstance(text, str) else json.dumps(text))


class InterfaceTests(unittest.TestCase):
    SENDABLE = {"CMClock"}

    def cut(self, text):
        return interfaces.cut(text, self.SENDABLE, {"AVFoundation", "Foundation"})

    def test_classes_lose_what_is_not_listed(self):
        line = "@_hasInitializers open class AVCaptureDevice : Foundation.NSObject, @unchecked Swift.Sendable {"
        self.assertNotIn("Sendable", self.cut(line))
        self.assertIn(": Foundation.NSObject {", self.cut(line))
        for declared, wanted in {
            "final public class CVBuffer : @unchecked Swift.Sendable, Swift.Hashable {": "class CVBuffer : Swift.Hashable {",
            "public protocol Delegate : NSObjectProtocol, Swift.Sendable {": "protocol Delegate : NSObjectProtocol {",
            "public protocol Sync : Swift.Sendable {": "protocol Sync {",
        }.items():
            self.assertIn(wanted, self.cut(declared))

    def test_classes_get_what_is_listed(self):
        self.assertIn("CMClock : CMSync, @unchecked Swift.Sendable {", self.cut("final public class CMClock : CMSync {"))
        self.assertIn("CMClock : @unchecked Swift.Sendable {", self.cut("final public class CMClock {"))

    def test_structures_and_closures_keep_it(self):
        for line in ("public struct CMTime : Swift.Sendable {", "  func f(_ handler: @escaping @Sendable () -> Void)"):
            self.assertEqual(self.cut(line), line + "\n")

    def test_what_only_linux_has_is_left_out(self):
        text = "import CaptureDriver\nimport Foundation\nextension CaptureDriver.System {\n  var x: Int\n}\nlet y: Int"
        self.assertEqual(self.cut(text), "import Foundation\nlet y: Int\n")

    def test_what_is_sendable(self):
        text = """
open class AVCaptureDevice : Foundation.NSObject, @unchecked Swift.Sendable {
  public enum Position : Swift.Int, Swift.Sendable {
  }
  open class func f<Value>(_ handler: @escaping @Sendable () -> Value) where Value : Swift.Sendable
  open class func g<Value : Swift.Sendable>(_ value: Value)
}
extension AVFoundation.AVCaptureDevice {
  @_hasMissingDesignatedInitializers open class Format : Foundation.NSObject, @unchecked Swift.Sendable {
    final public class Range : @unchecked Swift.Sendable {
    }
  }
}
final public class CMClock : CMSync, @unchecked Swift.Sendable {
}
open class CALayer : Foundation.NSObject {
}
public protocol Keeping<Kept> where Self.Kept : Swift.Sendable {
}
public protocol Holding<Kept> : AnyObject where Self.Kept : Swift.Sendable {
}
open class Keeper : Foundation.NSObject, AVFoundation.Keeping, AVFoundation.Holding {
}
public protocol Sync : Swift.Sendable {
}
public protocol Pace : CoreMedia.Sync {
}
open class CMTimebase : CoreMedia.Pace {
}
open class Follower : CoreMedia.CMTimebase {
}
public class Late {
}
extension CoreMedia.Late : @unchecked Swift.Sendable {
}
"""
        wanted = ["AVCaptureDevice", "AVCaptureDevice.Format", "AVCaptureDevice.Format.Range", "CMClock", "CMTimebase"]
        wanted += ["Follower", "Late", "Pace", "Sync"]
        self.assertEqual(interfaces.sendable_classes(text), wanted)


class SendableTests(unittest.TestCase):
    LISTED = {"AVURLAsset", "CMTag"}
    FOUND = {"AVFoundation": ["AVURLAsset"], "CoreMedia": ["CMTag"], "Vision": ["VNRequest"]}

    def test_the_same_here_and_there(self):
        """R-PLAT-5: classes are Sendable where Apple's are"""
        self.assertEqual(list(sendable.compare(self.LISTED, self.FOUND)), [])

    def test_sendable_here_alone(self):
        found = self.FOUND | {"AVFoundation": ["AVURLAsset", "AVCaptureDevice.Format"]}
        self.assertIn("AVFoundation.AVCaptureDevice.Format is Sendable here", "".join(sendable.compare(self.LISTED, found)))

    def test_sendable_there_alone(self):
        self.assertIn("CMClock is Sendable in Apple's", "".join(sendable.compare(self.LISTED | {"CMClock"}, self.FOUND)))


class SourceTests(unittest.TestCase):
    def test_conditions_are_those_of_apple(self):
        source = "#if !os(Linux) && os(iOS)\n#elseif canImport(Glibc)\n#endif"
        self.assertEqual(
            strict.as_on_apple(source), "#if !PINHOLE_ON_LINUX && !PINHOLE_ON_LINUX\n#elseif PINHOLE_ON_LINUX\n#endif"
        )

    def test_imports_without_preconcurrency(self):
        source = "@preconcurrency import A\n@preconcurrency public import B\n@preconcurrency func c() {}\n"
        wanted = "import A\npublic import B\n@preconcurrency func c() {}\n"
        self.assertEqual(strict.without_preconcurrency(source), wanted)

    def test_diagnostics(self):
        output = "a.swift:3:4: error: wrong [#Group]\n 3 | x\n   | `- error: wrong\n<unknown>:0: error: nothing\n"
        wanted = [("a.swift", 3, "error", "wrong"), ("", 0, "error", "<unknown>:0: error: nothing")]
        self.assertEqual(toolchain.diagnostics(output), wanted)


class SurfaceTests(Folder):
    HEADER = "group\tkind\tswift_owner\tswift_name\tvalue\tios_introduced\tios_deprecated\n"

    def names(self, rows):
        for table in ("coremedia", "corevideo"):
            self.put(f"docs/api-surface/{table}.tsv", self.HEADER)
        self.put(
            "docs/api-surface/avfoundation.tsv",
            self.HEADER + "capture\tmethod\tAVCaptureDevice\tlockForConfiguration() throws\t\t4.0\t\n"
            "capture\tenum\tAVCaptureDevice\tAVCaptureDevice.Position\tNS_ENUM\t4.0\t\n",
        )
        self.put("Tests/ApplePlatforms/names.tsv", rows)
        return surface.Names(self.project)

    def test_names(self):
        names = self.names("-\tkCMVideoCodecType_JPEG\t4.0\tCoreMedia\nGlass\tregular\t26.0\tSwiftUI\n")
        self.assertEqual(names.version("AVCaptureDevice", "lockForConfiguration()"), (4, 0))
        self.assertEqual(names.version("AVCaptureDevice", "Position"), (4, 0))
        self.assertEqual(names.version("", "AVCaptureDevice"), (0, 0))
        self.assertEqual(names.version("", "kCMVideoCodecType_JPEG"), (4, 0))
        self.assertEqual(names.version("Glass", "regular"), (26, 0))
        self.assertEqual(names.version("AVCaptureDevice", "init(rawValue:)"), (0, 0))
        self.assertIsNone(names.version("AVCaptureDevice", "belongs(to:)"))

    def test_paths(self):
        for demangled, wanted in {
            "AVFoundation.AVCaptureDevice.hasTorch : Swift.Bool": ("AVFoundation", "AVCaptureDevice"),
            "static AVFoundation.AVFileType.mov : AVFoundation.AVFileType": ("AVFoundation", "AVFileType"),
            "CoreMedia.CMTimeGetSeconds(CoreMedia.CMTime) -> Swift.Double": ("CoreMedia", ""),
            "(extension in AVFoundation):AVFoundation.Lookup< where A: X.Y>.init(id: Swift.Int)": ("AVFoundation", "Lookup"),
            "(extension in CameraEngine):AVFoundation.AVCaptureSession.cameraInput : Swift.Int": None,
        }.items():
            self.assertEqual(surface.path(demangled), wanted)

    def test_later_versions_need_a_condition(self):
        source = """
if #available(iOS 26, *) {  // a {
    "}"
    if x, #available(iOS 27.1, *) { }
    26
} else {
    0
}
0
@available(iOS 26.0, *)
@MainActor func f(
    a: Int
) {
    26
}
@available(iOS 26.0, *) let a = 26
// #available(iOS 26, *)
let b = "#available(iOS 26, *)"; 0
guard #available(iOS 26, *) else { 0 }
26
"""
        known = availability.lines(source)
        for number, line in enumerate(source.split("\n"), 1):
            if line.strip().endswith("26"):
                self.assertEqual(known[number], (26, 0), f"line {number}: {line}")
            if line.strip() == "0" or line.endswith("; 0"):
                self.assertEqual(known[number], (0, 0), f"line {number}: {line}")

    def test_what_is_declared_without_need(self):
        names = "SwiftUI 13.0 View\nSwiftUI 13.0 View.bold()\nSwiftUI 13.0 View.font(_:)\nSwiftUI 13.0 Font\n"
        names += "SwiftUI 13.0 Font.Weight -- the type of its parameter\n"
        self.put("Apps/AppPreview/Tests/AppleNamesTests/names.txt", names)
        for framework in strict.FRAMEWORKS:
            self.put(f"work/interfaces/{framework}.swiftinterface", "")
        line = "extension SwiftUI.Weight { public func font(_ font: SwiftUI.Font?) -> some SwiftUI.View }\n"
        self.put("work/interfaces/SwiftUI.swiftinterface", line)
        found = surface.unused(self.project, self.names(""), {("SwiftUI", "View", "font(_:)"): {("a.swift", 1)}})
        self.assertEqual(found, ["surface: names.txt: SwiftUI View.bold() is declared, and the app does not use it"])


class ManifestTests(Folder):
    def check(self, change=lambda text: text):
        for name in ("Package.swift", "Books/Package.swift"):
            self.put(name, change((ROOT / name).read_text()))
        return manifest.check(self.project)

    def test_the_package(self):
        """R-PLAT-2: on a Mac the packages have nothing that is for Linux only"""
        self.assertEqual(self.check(), [])

    def test_a_dependency_that_is_for_linux_only(self):
        dependencies = '["CameraLifecycle", "MovieTime"]'
        found = self.check(lambda text: text.replace(dependencies, dependencies[:-1] + ', "CaptureCore"]'))
        self.assertIn("manifest: the target CameraEngine depends on CaptureCore, which is for Linux only", found)

    def test_a_target_that_is_for_linux_only(self):
        target = 'portable("TokenEstimation", []),'
        found = self.check(lambda text: text.replace(target, target + ' layer("AVFoundation", []),'))
        self.assertIn("manifest: the target AVFoundation is for Linux only, and part of the package on a Mac", found)

    def test_platforms_and_products(self):
        product = 'name: "LiveText", targets'
        found = self.check(
            lambda text: text.replace(".iOS(.v18)", ".iOS(.v17)").replace(product, 'name: "Text", targets')
        )
        self.assertIn("manifest: the platform ios is 17.0 in place of 18.0", found)
        self.assertIn("manifest: there is no product LiveText", found)


def unit(value):
    return {"stringUnit": {"state": "translated", "value": value}}


def strings(**entries):
    return {"sourceLanguage": "en", "version": "1.0", "strings": {k: {"localizations": v} for k, v in entries.items()}}


class ProjectTests(Folder):
    APP = "Apps/Pinhole"
    INFORMATION = "".join(f"<key>{key}</key><string>Why</string>" for key in project.USAGES)
    INFORMATION += "".join(f"<key>{key}</key><false/>" for key in project.ANSWERS)

    def setUp(self):
        super().setUp()
        self.put(f"{self.APP}/Resources/Info.plist", f'<plist version="1.0"><dict>{self.INFORMATION}</dict></plist>')
        why = {"en": unit("Why"), "de": unit("Warum")}
        self.put(f"{self.APP}/Resources/InfoPlist.xcstrings", strings(**{key: why for key in project.USAGES}))
        self.catalogue(Photo={"de": unit("Foto")}, **{"%lld photos": {"de": unit("%lld Fotos")}})
        view = 'Text("Photo")\n// Text("Comment")\nButton("\\(count) photos") {}\n'
        self.put(f"{self.APP}/Sources/Views/View.swift", view)
        self.put(f"{self.APP}/Tests/Stories/Expectations/photo.txt", "group")
        self.objects = {
            "A" * 24: {"isa": "XCLocalSwiftPackageReference", "relativePath": "../.."},
            "4" * 24: {"isa": "XCLocalSwiftPackageReference", "relativePath": "../../Books"},
            "B" * 24: {"isa": "XCSwiftPackageProductDependency", "productName": "CameraEngine"},
            "C" * 24: {"isa": "PBXFileSystemSynchronizedRootGroup", "path": "Sources"},
            "D" * 24: {
                "isa": "XCBuildConfiguration",
                "buildSettings": {**project.SETTINGS, "INFOPLIST_FILE": "Resources/Info.plist"},
            },
            "1" * 24: {
                "isa": "PBXNativeTarget",
                "name": "Tests",
                "productType": "com.apple.product-type.bundle.unit-test",
                "fileSystemSynchronizedGroups": ["2" * 24],
            },
            "2" * 24: {
                "isa": "PBXFileSystemSynchronizedRootGroup",
                "path": "Tests",
                "exceptions": ["3" * 24],
                "explicitFolders": ["Stories"],
            },
            "3" * 24: {
                "isa": "PBXFileSystemSynchronizedBuildFileExceptionSet",
                "membershipExceptions": ["Stories"],
                "target": "1" * 24,
            },
        }

    def catalogue(self, **entries):
        self.put(f"{self.APP}/Resources/Localizable.xcstrings", strings(**entries))

    def check(self):
        file = self.root / self.APP / "Pinhole.xcodeproj" / "project.pbxproj"
        self.put(file.relative_to(self.root), {"objects": self.objects, "archiveVersion": "1"})
        subprocess.run(["plutil", "-convert", "xml1", file], check=True)
        return project.check(self.project)

    def expect(self, words):
        found = self.check()
        self.assertEqual(len(found), 1, found)
        self.assertIn(words, found[0])

    def test_nothing_is_wrong(self):
        self.assertEqual(self.check(), [])

    def test_a_broken_property_list(self):
        self.put(f"{self.APP}/Resources/PrivacyInfo.xcprivacy", "<plist><dict>")
        self.expect("PrivacyInfo.xcprivacy")

    def test_a_reference_to_nothing(self):
        self.objects["B" * 24]["package"] = "F" * 24
        self.expect("which is missing")

    def test_a_folder_that_is_missing(self):
        self.objects["C" * 24]["path"] = "Source"
        self.expect("the folder Source is missing")

    def test_a_product_that_is_for_linux_only(self):
        self.objects["B" * 24]["productName"] = "Viewfinder"
        self.expect("the product Viewfinder")

    def test_the_package_is_elsewhere(self):
        self.objects["A" * 24]["relativePath"] = ".."
        self.expect("the package . is not among")

    def test_another_language_mode(self):
        self.objects["D" * 24]["buildSettings"]["SWIFT_VERSION"] = "5.0"
        self.expect("SWIFT_VERSION is ['5.0'] in place of 6.0")

    def test_a_story_in_the_test_bundle(self):
        self.put(f"{self.APP}/Tests/story.py", "pass")
        self.expect("Tests/story.py would be copied into Tests")
        self.objects["3" * 24]["membershipExceptions"].append("story.py")
        self.assertEqual(self.check(), [])
        # A folder that is not explicit stands for nothing.
        del self.objects["2" * 24]["explicitFolders"]
        self.expect("Tests/Stories/Expectations/photo.txt would be copied into Tests")

    def test_a_host_whose_path_is_not_that_of_the_app(self):
        host = "$(BUILT_PRODUCTS_DIR)/Pinhole.app/$(BUNDLE_EXECUTABLE_FOLDER_PATH)/Pinhole"
        self.objects["D" * 24]["buildSettings"]["TEST_HOST"] = host
        self.expect("TEST_HOST is")

    def test_encryption_that_is_not_answered(self):
        text = self.INFORMATION.replace("<key>ITSAppUsesNonExemptEncryption</key><false/>", "")
        self.put(f"{self.APP}/Resources/Info.plist", f'<plist version="1.0"><dict>{text}</dict></plist>')
        self.expect("ITSAppUsesNonExemptEncryption")

    def test_a_team(self):
        self.objects["D" * 24]["buildSettings"]["DEVELOPMENT_TEAM"] = "ABCDE12345"
        self.expect("names a team")

    def test_a_purpose_that_is_not_said(self):
        text = self.INFORMATION.replace("<key>NSCameraUsageDescription</key><string>Why</string>", "")
        self.put(f"{self.APP}/Resources/Info.plist", f'<plist version="1.0"><dict>{text}</dict></plist>')
        self.expect("does not say NSCameraUsageDescription")

    def test_a_key_that_is_missing(self):
        self.put(f"{self.APP}/Sources/Views/Other.swift", 'Label("Movie", systemImage: "film")\n')
        self.expect("'Movie' is not in Localizable.xcstrings")

    def test_a_key_that_is_used_nowhere(self):
        photos = {"%lld photos": {"de": unit("%lld Fotos")}}
        self.catalogue(Photo={"de": unit("Foto")}, Film={"de": unit("Film")}, **photos)
        self.expect("'Film' is used nowhere")

    def test_a_key_of_the_page_alone(self):
        photos = {"%lld photos": {"de": unit("%lld Fotos")}}
        (self.root / f"{self.APP}/Resources/Localizable.xcstrings").unlink()
        shared = strings(Photo={"de": unit("Foto")}, Film={"de": unit("Film")}, **photos)
        self.put("Viewfinder/Sources/Localization/Localizable.xcstrings", shared)
        self.expect("'Film' is used nowhere")
        self.put("Viewfinder/Sources/Viewfinder/Page/film.js", "title.textContent = say('Film');\n")
        self.assertEqual(self.check(), [])

    def test_a_language_that_is_missing(self):
        self.catalogue(Photo={}, **{"%lld photos": {"de": unit("%lld Fotos")}})
        self.expect("'Photo': there is no de")

    def test_arguments_that_differ(self):
        self.catalogue(Photo={"de": unit("Foto")}, **{"%lld photos": {"de": unit("%@ Fotos")}})
        self.expect("de has other arguments")


class CommandTests(unittest.TestCase):
    def test_an_unknown_check(self):
        command = [sys.executable, ROOT / "scripts/check-apple", "xcode"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 2)
        self.assertIn("there is no check xcode", done.stderr)


if __name__ == "__main__":
    unittest.main()
