import Foundation
import FoundationExtras
import Testing

@Suite("How deep a JSON text is")
struct JSONDepthTests {
    @Test(
        "Lists and objects count, texts do not",
        arguments: [
            ("", 0), ("1", 0), ("[]", 1), ("[[],[[]]]", 3), (#"{"a": {"b": [1]}}"#, 3), (#"["[[[["]"#, 1),
            (#"["\"[["]"#, 1), (#"["\\", [1]]"#, 2), ("]]]][", 0),
        ]
    )
    func depth(text: String, depth: Int) {
        let json = Data(text.utf8)
        #expect(!JSONDepth.exceeds(depth, in: json))
        if depth > 0 { #expect(JSONDepth.exceeds(depth - 1, in: json)) }
    }

    @Test("A million levels are measured as well")
    func deep() {
        #expect(JSONDepth.exceeds(999_999, in: Data(repeating: UInt8(ascii: "["), count: 1_000_000)))
        #expect(!JSONDepth.exceeds(1_000_000, in: Data(repeating: UInt8(ascii: "["), count: 1_000_000)))
    }
}
