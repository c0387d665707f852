import Foundation
import Testing

@testable import MediaEncoding

@Suite("Text in boxes")
struct BoxReaderTextTests {
    private func text(_ bytes: [UInt8], _ distance: Int = 0, within range: Range<Int>? = nil) -> String? {
        bytes.withUnsafeBytes { BoxReader($0).text(distance, into: range ?? 0..<bytes.count) }
    }

    @Test("A language's tag ends with a zero")
    func tag() {
        #expect(text(Array("pt-BR".utf8) + [0, 1]) == "pt-BR")
        #expect(text([0, 0, 0, 0] + Array("en".utf8) + [0], 4) == "en")
    }

    @Test("Nothing without an end, outside of the box, of other characters, or of great length")
    func hostile() {
        #expect(text(Array("pt".utf8)) == nil)
        #expect(text(Array("pt".utf8) + [0], 3) == nil)
        #expect(text(Array("pt".utf8) + [0], -1) == nil)
        #expect(text(Array("pt".utf8) + [0], within: 0..<2) == nil)
        #expect(text(Array("pt".utf8) + [0], within: 0..<9) == nil)
        #expect(text([0xff, 0x41, 0]) == nil)
        #expect(text([0]) == nil)
        #expect(text([UInt8](repeating: 0x61, count: 200) + [0]) == nil)
    }
}
