import AVFoundation
import CaptureDriver
import SimulatedDriver
import Synchronization

/// The phone that a program runs on. Each test is a process of its own, as each program on a phone is; time is real.
enum ClientPhone {
    /// Seconds after which a program that waits in vain is ended.
    private static let longestTest = 600.0

    /// Puts a phone in force whose user has decided about the camera, or will answer yes when asked.
    static func inForce(
        _ authorization: CaptureAuthorization = .authorized,
        scene: any SimulatedScene = MovingScene()
    ) -> SimulatedPhone {
        DispatchQueue.global().asyncAfter(deadline: .now() + longestTest) {
            fatalError("nothing happened any more")
        }
        let phone = SimulatedPhone(profile: .iphone, scene: scene)
        phone.setAuthorization(authorization, for: .video)
        phone.permissionAnswer = .allow
        CaptureSystem.use(phone.system)
        return phone
    }
}

/// Words that callbacks say on any thread, to be awaited in order.
final class Hearing: Sendable {
    private let words: AsyncStream<String>
    private let continuation: AsyncStream<String>.Continuation
    private let heard = Mutex<[String]>([])

    init() {
        (words, continuation) = AsyncStream.makeStream(of: String.self)
    }

    func hear(_ word: String) { continuation.yield(word) }

    /// Waits for words, in whichever order they come. What else is heard meanwhile is kept in `all` too.
    func wait(for wanted: String...) async {
        var missing = Set(wanted)
        for await next in words {
            heard.withLock { $0.append(next) }
            missing.remove(next)
            if missing.isEmpty { return }
        }
    }

    /// The words up to the one that was waited for last.
    var all: [String] { heard.withLock { $0 } }
}

extension AsyncIteratorProtocol where Element: Equatable {
    /// Passes over elements until an equal one.
    mutating func skip(to element: Element) async throws {
        while let next = try await self.next() {
            if next == element { return }
        }
    }
}
