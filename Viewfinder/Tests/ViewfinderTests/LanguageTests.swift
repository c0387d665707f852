import BookScanner
import CameraEngine
import CameraLifecycle
import Foundation
import HTTPTypes
import Localization
import NIOCore
import ScanProtocol
import Testing

@_spi(PageServer) @testable import Viewfinder

/// What the page says, in the languages of the String Catalog.
@Suite struct LanguageTests {
    private static let languages = ["en", "de"]

    /// What the page says that no language says otherwise: names, codes, and addresses.
    private static let names: Set = [
        "Pinhole", "JPEG", "HEIC", "SHA-256", "preview.mjpeg", "pinhole serve",
    ]

    @Test("Every key is there in both languages, with the same values in each form")
    func values() throws {
        #expect(StringCatalog.shared.languages == Self.languages)
        for (key, entry) in StringCatalog.shared.strings {
            for language in Self.languages {
                let localization = try #require(entry.localizations?[language], "\(key)")
                let plural = localization.variations?.plural ?? [:]
                let units = [localization.stringUnit] + plural.values.map(\.stringUnit)
                let formats = units.compactMap { $0?.value }
                #expect(!formats.isEmpty, "\(key)")
                #expect(plural.isEmpty || Set(plural.keys) == ["one", "other"], "\(key)")
                for format in formats { #expect(Self.specifiers(format) == Self.specifiers(key), "\(key): \(format)") }
            }
        }
    }

    /// The kinds of a format's values. Which one comes first is the language's affair.
    private static func specifiers(_ format: String) -> [String] {
        format.matches(of: /%(?:\d\$)?(lld|@|lf)/).map { String($0.1) }.sorted()
    }

    @Test("Everything that the page's scripts say is a key")
    func scripts() throws {
        let files = try FileManager.default.contentsOfDirectory(
            at: ViewfinderServer.pageFolder,
            includingPropertiesForKeys: nil
        )
        var keys: Set<String> = []
        for file in files where file.pathExtension == "js" {
            let text = try String(contentsOf: file, encoding: .utf8)
            keys.formUnion(text.matches(of: #/[^\w.#]say\(\s*'((?:[^'\\]|\\.)+)'/#).map { String($0.1) })
            let choices = text.matches(
                of: #/[^\w.#]say\([^'()]*(?:=== '[^']*')?[^'()]*\?\s*'((?:[^'\\]|\\.)+)'\s*:\s*'((?:[^'\\]|\\.)+)'/#
            )
            keys.formUnion(choices.flatMap { [String($0.1), String($0.2)] })
        }
        #expect(keys.count > 200)
        let missing = keys.filter { StringCatalog.shared.strings[$0] == nil }
        #expect(missing.sorted() == [])
    }

    @Test(
        "Everything that stands in a page, or is said of its parts, is a key",
        arguments: ["index.html", "offline.html"]
    )
    func pages(name: String) throws {
        let file = ViewfinderServer.pageFolder.appending(path: name)
        let page = try String(contentsOf: file, encoding: .utf8)
            .replacing(#/<(script|style) nonce[^>]*>.*?</(script|style)>/#.dotMatchesNewlines(), with: "")
        let texts = page.matches(of: #/>([^<>]+)</#).map { String($0.1) }
        let attributes = page.matches(of: #/ (?:aria-label|title|alt|data-text-[a-z]+)="([^"<>]+)"/#).map {
            String($0.1)
        }
        let keys = (texts + attributes).map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
            .filter { $0.contains(/[A-Za-z]{2}/) && !Self.names.contains($0) }
        #expect(keys.count > 5)
        for key in keys { #expect(StringCatalog.shared.strings[key] != nil, "\(key)") }
    }

    @Test("What the engine says of a computer's cameras is a key, and so is what it says in a sentence")
    func engine() {
        func check(_ text: MessageText) {
            #expect(text.isEmpty || StringCatalog.shared.strings[text.key] != nil, "\(text.key)")
        }
        for message in Self.engineMessages {
            check(message.titleText)
            check(message.adviceText)
        }
    }

    @Test("What the scanner says of scans and duplicates is a key")
    func scanner() {
        let stages: [RecognitionStage?] = [.decoding, .detecting, .reading, .matching, .waitingForModel, nil]
        let reasons: [DuplicateReason] = [.image, .isbn, .titleAndAuthor]
        let others: [ScanPhrase] = [
            .queued, .waitingForNetwork, .uploading(percent: 1), .rateLimited(seconds: 1), .retrying(seconds: 1),
        ]
        let words = stages.map(ScanPhrase.recognizing) + reasons.map(ScanPhrase.duplicate) + others
        for key in words.flatMap({ [$0.key] + ($0.keyAtZero.map { [$0] } ?? []) }) {
            #expect(StringCatalog.shared.strings[key] != nil, "\(key)")
        }
    }

    private static var engineMessages: [CameraMessage] {
        let statuses: [CameraStatus] = [
            .off, .denied, .restricted, .noCamera, .live, .interrupted(nil), .recovering(attempt: 2),
            .failed(.cameraSystemError),
        ]
        let photos: [PhotoFailure] = [
            .cameraLost, .cameraFailed(code: 0), .cameraFailed(code: 5), .spoilt(code: 5, reason: "No."), .timedOut,
        ]
        let recordings: [RecordingFailure] = [
            .notAFile, .fileExists, .noFolder, .folderNotWritable, .nothingRecorded(.cameraLost),
            .failed(code: 5, reason: "No."),
        ]
        let ends: [RecordingEnd] = [.interrupted(.cameraInUse), .cameraLost, .unanswered, .failed(code: 5)]
        let obstacles: [MultiCamObstacle] = [
            .tooExpensive(cost: 1.25), .tooExpensive(cost: 0.9), .cameraLost(name: "Desk Camera"), .inUse,
            .notResponding,
            .refused(reason: "No."),
        ]
        let controls: [CameraControlError] = [
            .zoomOutOfRange(9, 1...5), .exposureBiasOutOfRange(9, -2...2), .refused(code: 5, reason: "No."),
        ]
        return statuses.map { $0.userMessage(on: .computer) } + photos.map { $0.userMessage(on: .computer) }
            + recordings.map { $0.userMessage(on: .computer) } + ends.map { $0.userMessage(on: .computer) }
            + obstacles.map { $0.userMessage(on: .computer) } + controls.map(\.userMessage)
            + AudioState.allCases.map { $0.userMessage(on: .computer) }
    }

    @Test("A sentence and its values are put together in the language, and percent signs are doubled in the key only")
    func sentences() throws {
        let german = PageTexts(language: "de")
        let lost: MessageText = "\("Desk Camera") was unplugged"
        #expect(german.say(lost) == "Desk Camera wurde ausgesteckt" && lost.description == "Desk Camera was unplugged")
        let cost = MultiCamObstacle.tooExpensive(cost: 1.25).userMessage(on: .computer).adviceText
        #expect(german.say(cost).hasPrefix("Zusammen brauchen sie 125 % dessen, was da ist. Schließe"))
        #expect(cost.description.hasPrefix("Together they need 125 % of what there is. Close"))
        #expect(MessageText("100 % sure").description == "100 % sure")
        let json = JSON.string(["plain": MessageText("The disk is full."), "valued": lost])
        #expect(json == #"{"plain":"The disk is full.","valued":["%@ was unplugged","Desk Camera"]}"#)
        let read = try JSON.decode([String: MessageText].self, from: Data(json.utf8))
        #expect(read["valued"] == lost && read["plain"] == "The disk is full.")
    }

    @Test(
        "The language is the one that is liked best of those that there are",
        arguments: [
            ("de-AT,de;q=0.9,en;q=0.8", ["de-AT", "de", "en"]), ("en;q=0.5, de", ["de", "en"]),
            ("fr, de;q=0, en;q=0.1", ["fr", "en"]), ("", []), (";q=1,,", []), ("de;q=x", []),
        ]
    )
    func accepted(header: String, tags: [String]) {
        #expect(PageLanguage.accepted(header) == tags)
    }

    @Test(
        "The page comes in the browser's language, unless its address asks for another",
        arguments: RouteTests.Setup.allCases
    )
    func pageInGerman(setup: RouteTests.Setup) async throws {
        try await RouteTests().withClient(setup) { client, _, _ in
            func page(_ address: String, _ accepted: String?) async throws -> String {
                let headers: HTTPFields = accepted.map { [.acceptLanguage: $0] } ?? [:]
                return String(buffer: try await client.execute(uri: address, method: .get, headers: headers).body)
            }
            for (address, accepted) in [("/", "de-CH, en;q=0.5"), ("/?lang=de", "en-US"), ("/?lang=xx", "fr, de")] {
                let german = try await page(address, accepted)
                #expect(german.contains(#"<html lang="de">"#) && german.contains(">Einstellungen</h2>"), "\(address)")
                #expect(german.contains(#"aria-label="Kamera wechseln""#))
            }
            let english = try await page("/", nil)
            #expect(english.contains(#"<html lang="en">"#) && english.contains(">Settings</h2>"))
            #expect(try await page("/", "fr").contains(#"<html lang="en">"#))
            let version = try #require(try await page("/", "de").firstMatch(of: #/page\/([0-9a-f]+)\/start\.js/#)).1
            // The address of an edition's file stands for its language, whoever asks.
            let words = try await page("/page/\(version)/words.js", "en")
            #expect(words.contains(#""Photo taken":"Foto aufgenommen""#) && !words.contains("{{"))
            #expect(!english.contains("page/\(version)/"))
        }
    }
}
