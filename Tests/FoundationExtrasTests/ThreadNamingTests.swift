import Foundation
import FoundationExtras
import Testing

@Suite("Names of threads")
struct ThreadNamingTests {
    @Test(
        "A thread that names itself is shown with that name, cut off",
        arguments: ["short", "a name that is too long"]
    )
    func naming(name: String) async {
        let shown = await withCheckedContinuation { continuation in
            Thread {
                Thread.nameCurrent(name)
                let comm = try? String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)
                continuation.resume(returning: comm)
            }.start()
        }
        #expect(shown == String(name.prefix(15)) + "\n")
    }
}
