import CameraEngine
import CameraLifecycle
import Foundation
import Testing

@testable import PinholeApp

/// The messages of the app, in both languages (R-PLAT-4).
@Suite("Messages")
struct CatalogueTests {
    private struct Catalogue: Decodable {
        struct Entry: Decodable {
            var extractionState: String?
            var localizations: [String: Localization]
        }

        struct Localization: Decodable {
            var stringUnit: Unit?
            var variations: Variations?

            /// What is said, in each form.
            var values: [String] {
                if let stringUnit { return [stringUnit.value] }
                return variations?.plural.sorted { $0.key < $1.key }.map(\.value.stringUnit.value) ?? []
            }
        }

        struct Variations: Decodable { var plural: [String: Form] }
        struct Form: Decodable { var stringUnit: Unit }
        struct Unit: Decodable { var value: String }

        var sourceLanguage: String
        var strings: [String: Entry]
    }

    private static let app = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

    private static func catalogue(_ name: String = "Localizable") throws -> Catalogue {
        let root = app.deletingLastPathComponent().deletingLastPathComponent()
        // The viewfinder's page says much of the same.
        let folder =
            name == "Localizable"
            ? root.appendingPathComponent("Viewfinder/Sources/Localization") : app.appendingPathComponent("Resources")
        let file = folder.appendingPathComponent("\(name).xcstrings")
        return try JSONDecoder().decode(Catalogue.self, from: Data(contentsOf: file))
    }

    private static func sources(_ folder: String) throws -> [String] {
        let root = app.appendingPathComponent("Sources/\(folder)")
        let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
        return try (files?.compactMap { $0 as? URL } ?? [])
            .filter { $0.pathExtension == "swift" }
            .map { try String(contentsOf: $0, encoding: .utf8) }
    }

    /// A key with its values as stars: `%lld books` and `\(count) books` become `* books`.
    private static func pattern(_ key: String) -> String {
        key.replacing(#/%(?:\d\$)?(?:lld|@|lf)/#, with: "*")
    }

    /// The literals of a source that a rule finds, as patterns.
    private static func literals(in source: String, after rule: Regex<AnyRegexOutput>?) -> [String] {
        var found: [String] = []
        var rest = source[...]
        while let quote = rest.firstIndex(of: "\"") {
            let before = source[source.startIndex..<quote]
            let line = before[(before.lastIndex(of: "\n").map { before.index(after: $0) } ?? before.startIndex)...]
            guard let (text, end) = literal(in: source, at: quote) else { break }
            rest = source[end...]
            if line.contains("//") { continue }
            if let rule, before.suffix(60).firstMatch(of: rule) == nil { continue }
            found.append(text)
        }
        return found
    }

    /// A literal with its interpolations as stars, and where it ends.
    private static func literal(in source: String, at quote: String.Index) -> (String, String.Index)? {
        var text = ""
        var index = source.index(after: quote)
        while index < source.endIndex {
            let character = source[index]
            if character == "\"" { return (text, source.index(after: index)) }
            guard character == "\\" else {
                text.append(character)
                index = source.index(after: index)
                continue
            }
            index = source.index(after: index)
            guard index < source.endIndex, source[index] == "(" else {
                text.append(source[index])
                index = source.index(after: index)
                continue
            }
            var depth = 0
            repeat {
                if source[index] == "(" { depth += 1 }
                if source[index] == ")" { depth -= 1 }
                index = source.index(after: index)
            } while depth > 0 && index < source.endIndex
            text.append("*")
        }
        return nil
    }

    /// What may stand before a literal of a view that is a key.
    private static var keyInView: Regex<Substring> {
        #/(?:\b(?:Text|Button|Label|Toggle|Picker|Section|LabeledContent|Menu|TextField|ContentUnavailableView)\(\s*|\.(?:navigationTitle|accessibilityLabel|accessibilityHint|accessibilityValue|confirmationDialog)\(\s*|\b(?:title|named|prompt): (?:[^"\n]*\? (?:"[^"]*" : )?)?)$/#
    }

    /// The literals that are keys, as patterns.
    private static func usedKeys() throws -> Set<String> {
        let messages = try sources("Messages").flatMap { literals(in: $0, after: nil) }
        let views = try sources("Views").flatMap { literals(in: $0, after: Regex(keyInView)) }
        return Set(messages + views)
    }

    @Test("Every word of the sources is in the catalogue, and nothing else is but the engine's")
    func complete() throws {
        let catalogue = try Self.catalogue()
        let own = catalogue.strings.filter { $0.value.extractionState != "manual" }.map { Self.pattern($0.key) }
        let all = Set(catalogue.strings.keys.map(Self.pattern))
        let used = try Self.usedKeys()
        #expect(used.subtracting(all).sorted() == [], "missing")
        #expect(Set(own).subtracting(used).sorted() == [], "unused")
        #expect(used.count > 150)
    }

    @Test("Every key is there in English and German, with the same values in both, and a plural has both forms")
    func translated() throws {
        for name in ["Localizable", "InfoPlist"] {
            let catalogue = try Self.catalogue(name)
            #expect(catalogue.sourceLanguage == "en")
            for (key, entry) in catalogue.strings {
                let english = try #require(entry.localizations["en"], "\(key)").values
                let german = try #require(entry.localizations["de"], "\(key)").values
                #expect(english.count == german.count, "\(key)")
                for value in english + german {
                    #expect(!value.isEmpty, "\(key)")
                    guard name == "Localizable" else { continue }
                    #expect(Self.values(value) == Self.values(key), "\(key): \(value)")
                }
            }
        }
    }

    /// The kinds of values of a format, in their order.
    private static func values(_ format: String) -> [Substring] {
        format.matches(of: #/%(?:\d\$)?(lld|@|lf)/#).map(\.1)
    }

    @Test("What the engine says on a phone is in the catalogue, word for word")
    func engine() throws {
        let keys = Set(try Self.catalogue().strings.keys)
        for message in Self.engineMessages {
            #expect(message.title.isEmpty || keys.contains(message.title), "\(message.title)")
            #expect(message.advice.isEmpty || keys.contains(message.advice), "\(message.advice)")
        }
    }

    /// Each of the engine's messages that the app hands on as it is.
    private static var engineMessages: [CameraMessage] {
        let statuses: [CameraStatus] =
            [
                .off, .inBackground, .askingForPermission, .denied, .restricted, .noCamera,
                .starting(showsProgress: true),
                .live, .interrupted(nil), .recovering(attempt: 1), .failed(.cameraSystemError),
            ] + CameraInterruption.allCases.map { .interrupted($0) }
        let controls: [CameraControlError] =
            [.noCamera, .pointOutside, .torchTooHot] + CameraControlError.Control.allCases.map { .unsupported($0) }
        let photos: [PhotoFailure] = [
            .notLive, .stopped, .interrupted, .cameraChanged, .cameraFailed(code: 0), .timedOut, .tooManyPresses,
            .cancelled,
        ]
        let recordings: [RecordingFailure] = [
            .notConfigured, .notLive, .alreadyRecording, .notRecording, .codecUnavailable, .cancelled,
            .nothingRecorded(.requested), .nothingRecorded(.diskFull), .nothingRecorded(.unanswered),
        ]
        let ends: [RecordingEnd] = [
            .requested, .maximumDuration, .maximumFileSize, .diskFull, .background, .cameraStopped, .cameraRestarted,
            .cameraChanged, .cameraFailed, .mediaServicesReset, .notPermitted, .notLive, .alreadyRecording,
        ]
        let formats: [MovieFormatFailure] = [.recording, .severalCameras]
        let sounds: [AudioState] = [.off, .on, .notAllowed, .inUse, .lost, .refused]
        let obstacles: [MultiCamObstacle] = [
            .notSupported, .noOtherCamera, .noFormats, .systemPressure, .notResponding,
        ]
        return statuses.map { $0.userMessage(on: .phone) } + controls.map(\.userMessage)
            + photos.map { $0.userMessage(on: .phone) }
            + recordings.map { $0.userMessage(on: .phone) } + formats.map(\.userMessage)
            + ends.map { $0.userMessage(on: .phone) }
            + sounds.map { $0.userMessage(on: .phone) }
            + obstacles.map { $0.userMessage(on: .phone) }
    }
}
