import Foundation
import Localization
import Testing
import ViewTree

@_spi(Rendering) @testable import SwiftUI

/// Sentences in the languages of a string catalog.
@Suite struct StringCatalogsTests {
    private func catalogs(_ catalog: String) throws -> StringCatalogs {
        StringCatalogs(catalogs: ["Localizable": try JSONDecoder().decode(StringCatalog.self, from: Data(catalog.utf8))]
        )
    }

    private static let catalog = #"""
        {"sourceLanguage": "en", "version": "1.0", "strings": {
          "Done": {"localizations": {"de": {"stringUnit": {"state": "translated", "value": "Fertig"}}}},
          "Untranslated": {},
          "100% sure": {"localizations": {"de": {"stringUnit": {"state": "translated", "value": "100% sicher"}}}},
          "Delete %@": {"localizations": {"de": {"stringUnit": {"state": "translated", "value": "%@ löschen"}}}},
          "%@ of %@": {"localizations": {"de": {"stringUnit": {"state": "translated", "value": "%2$@, davon %1$@"}}}},
          "%lld%% full": {"localizations": {"de": {"stringUnit": {"state": "translated", "value": "zu %lld %% voll"}}}},
          "%lld photos": {"localizations": {
            "en": {"variations": {"plural": {
              "zero": {"stringUnit": {"state": "translated", "value": "No photos"}},
              "one": {"stringUnit": {"state": "translated", "value": "%lld photo"}},
              "other": {"stringUnit": {"state": "translated", "value": "%lld photos"}}}}},
            "de": {"variations": {"plural": {
              "one": {"stringUnit": {"state": "translated", "value": "%lld Foto"}},
              "other": {"stringUnit": {"state": "translated", "value": "%lld Fotos"}}}}}}},
          "%lld books on %lld shelves": {"localizations": {"en": {
            "stringUnit": {"state": "translated", "value": "%#@books@ on %#@shelves@"},
            "substitutions": {
              "books": {"argNum": 1, "formatSpecifier": "lld", "variations": {"plural": {
                "one": {"stringUnit": {"state": "translated", "value": "%arg book"}},
                "other": {"stringUnit": {"state": "translated", "value": "%arg books"}}}}},
              "shelves": {"argNum": 2, "formatSpecifier": "lld", "variations": {"plural": {
                "one": {"stringUnit": {"state": "translated", "value": "%arg shelf"}},
                "other": {"stringUnit": {"state": "translated", "value": "%arg shelves"}}}}}}}}}
        }}
        """#

    private func say(_ key: LocalizedStringKey, _ language: String) throws -> String {
        try catalogs(Self.catalog).sentence(key, locale: Locale(identifier: language))
    }

    @Test func aKeyIsSaidInTheLanguage() throws {
        #expect(try say("Done", "de") == "Fertig")
        #expect(try say("Done", "de_AT") == "Fertig")
        #expect(try say("Done", "en") == "Done")
        #expect(try say("Done", "fr") == "Done")
        #expect(try say("Untranslated", "de") == "Untranslated")
        #expect(try say("Unknown", "de") == "Unknown")
    }

    @Test func aPercentSignWithoutValuesIsOne() throws {
        #expect(try say("100% sure", "de") == "100% sicher")
        #expect(try say("100% unknown", "de") == "100% unknown")
    }

    @Test func valuesComeWhereTheLanguageHasThem() throws {
        #expect(try say("Delete \("IMG_1")", "de") == "IMG_1 löschen")
        #expect(try say("\("3") of \("7")", "de") == "7, davon 3")
        #expect(try say("\("3") of \("7")", "en") == "3 of 7")
        #expect(try say("\(12)% full", "de") == "zu 12 % voll")
        #expect(try say("\(12)% full", "en") == "12% full")
    }

    @Test func keysHaveApplesSpecifiers() {
        let key: LocalizedStringKey = "\(1) \("a") \(1.5) \(UInt(2)) \(Int32(1)) \(Float(1))"
        #expect(key.key == "%lld %@ %lf %llu %d %f")
    }

    @Test func numbersAreWrittenAsTheLanguageDoes() throws {
        #expect(try say("\(12345) photos", "de") == "12.345 Fotos")
        #expect(try say("\(12345) photos", "en") == "12,345 photos")
    }

    @Test(arguments: [
        ("en", 0, "No photos"), ("en", 1, "1 photo"), ("en", 2, "2 photos"), ("de", 0, "0 Fotos"), ("de", 1, "1 Foto"),
    ])
    func aNumberChoosesTheForm(language: String, count: Int, words: String) throws {
        #expect(try say("\(count) photos", language) == words)
    }

    @Test func twoNumbersChooseTwoForms() throws {
        #expect(try say("\(1) books on \(2) shelves", "en") == "1 book on 2 shelves")
        #expect(try say("\(3) books on \(1) shelves", "en") == "3 books on 1 shelf")
    }

    @Test func aKeyThatTheEngineNamesIsLookedUp() throws {
        let resource = LocalizedStringResource(String.LocalizationValue("Done"))
        #expect(try catalogs(Self.catalog).sentence(resource.value.key, locale: Locale(identifier: "de")) == "Fertig")
        #expect(LocalizedStringResource("Done") == resource)
        #expect(LocalizedStringResource("Delete \("a")") != LocalizedStringResource("Delete \("b")"))
    }

    @MainActor @Test func anotherLanguageIsShownAtOnce() throws {
        let shown = try ShownView(Text("\(1234)"))
        #expect(shown.first("text")?.text == "1,234")
        shown.phone("environment", ["locale": "de"])
        #expect(shown.first("text")?.text == "1.234")
        #expect(shown.root.attributes["lang"] == "de")
    }
}

/// Text and lengths that grow with the size of text, and what keeps its size.
@MainActor
@Suite struct DynamicTypeTests {
    private struct Bar: View {
        @ScaledMetric(relativeTo: .body) private var width = 34.0

        var body: some View {
            Color.red.frame(width: width)
        }
    }

    private func width(_ size: DynamicTypeSize, in view: some View) throws -> String? {
        let shown = try ShownView(view.environment(\.dynamicTypeSize, size))
        return shown.first("frame")?.attributes["style"]
    }

    @Test func aLengthGrowsWithTheText() throws {
        #expect(try width(.large, in: Bar())?.contains("width:34px") == true)
        #expect(try width(.accessibility3, in: Bar())?.contains("width:80px") == true)
    }

    @Test func aLimitKeepsTextAndLengthsSmall() throws {
        let limited = Bar().dynamicTypeSize(...DynamicTypeSize.xxxLarge)
        #expect(try width(.accessibility3, in: limited)?.contains("width:46px") == true)
        #expect(try width(.small, in: limited)?.contains("width:30px") == true)
        let shown = try ShownView(limited)
        #expect(shown.first("type-limit")?.attributes["style"] == "--type:clamp(14px,1rem,23px);")
    }

    @Test func whatKeepsItsSizeIsShownLarge() throws {
        let button = Button("Grid") {}.accessibilityShowsLargeContentViewer { Label("Grid lines", systemImage: "grid") }
        #expect(try ShownView(button).first("button")?.attributes["title"] == "Grid lines")
    }

    @Test func aFieldForAddressesHasTheKeyboardForThem() throws {
        let field = TextField("Address", text: .constant(""))
        #expect(try ShownView(field.keyboardType(.URL)).first("input")?.attributes["inputmode"] == "url")
        #expect(try ShownView(field.keyboardType(.default)).first("input")?.attributes["inputmode"] == nil)
    }
}
