import MediaEncoding
import Testing

@Suite("Errors of encoding and writing")
struct MediaEncodingErrorTests {
    @Test("Errors say what was done and what to do")
    func words() {
        let error = MediaEncodingError(kind: .diskFull, operation: "write", code: -28, advice: "Make room.")
        #expect(error.operation == "write")
        #expect(error.advice == "Make room.")
        #expect(error.code == -28)
    }
}
