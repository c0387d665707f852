import Testing

@testable import pinhole

@Suite("Waiting at the end of a program")
struct BoundedEndTests {
    @Test("What ends is waited for")
    func ends() async {
        #expect(await waitAtMost(.seconds(86_400)) {})
    }

    @Test("What hangs is not waited for longer than it may take")
    func hangs() async {
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        let hasEnded = await waitAtMost(.zero) {
            for await _ in ends { break }
        }
        #expect(!hasEnded)
        end.finish()
    }
}
