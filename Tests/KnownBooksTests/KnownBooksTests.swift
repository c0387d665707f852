import Foundation
import Testing

@testable import KnownBooks

@Suite struct KnownBooksTests {
    @Test func thousandsOfBooksAreKnown() throws {
        #expect(try KnownBooks.load().count >= 2500)
    }

    @Test func noBookIsListedTwice() throws {
        var seen: Set<String> = []
        for book in try KnownBooks.load() {
            let key = [book.title, book.author]
                .map { $0.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil) }
                .joined(separator: "\n")
            #expect(seen.insert(key).inserted, "\(book.title), \(book.author)")
        }
    }

    @Test func textIsComposedAndTrimmed() throws {
        for book in try KnownBooks.load() {
            for text in [book.title, book.author] {
                #expect(!text.isEmpty)
                let composed = text.precomposedStringWithCanonicalMapping
                #expect(text.unicodeScalars.elementsEqual(composed.unicodeScalars))
                #expect(text.split(separator: " ").joined(separator: " ") == text, "\(text)")
            }
        }
    }

    @Test func numbersAreValidAndUnique() throws {
        let numbers = try KnownBooks.load().map(\.isbn).filter { !$0.isEmpty }
        #expect(!numbers.isEmpty)
        #expect(Set(numbers).count == numbers.count)
        for number in numbers {
            let digits = number.compactMap(\.wholeNumberValue)
            #expect(digits.count == 13 && number.count == 13)
            #expect(number.hasPrefix("978") || number.hasPrefix("979"))
            let sum = digits.enumerated().reduce(0) { $0 + $1.element * ($1.offset % 2 == 0 ? 1 : 3) }
            #expect(sum % 10 == 0, "\(number)")
        }
    }

    @Test(arguments: [
        #"[{"title": "a", "author": "b"}]"#, #"[{"title": "", "author": "b", "isbn": ""}]"#, #"{"title": "a"}"#, "[",
        "",
    ])
    func damagedListsAreRefused(_ text: String) throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).json")
        try text.write(to: url, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: url) }
        #expect(throws: KnownBooksError.self) { try KnownBooks.read(url) }
    }
}
