import Foundation
import Testing

@testable import V4L2Driver

extension KernelTests {
    /// The whole program, on a machine whose camera comes after it.
    @Suite("The viewfinder of a machine whose camera comes late")
    struct LateCameraTests {
        @Test("The camera takes the simulated phone's place, and its picture is shown at the same address")
        func plugged() async throws {
            try KernelCamera.bind(false)
            let started = Result {
                // With one there would be no news to wait for.
                try #require(Video4LinuxDriver().devices().isEmpty)
                let serve = try ServeCommand()
                return (serve, try serve.waitForAddress())
            }
            try KernelCamera.bind(true)
            let (serve, page) = try started.get()
            let news = try #require(serve.waitForNews("takes the place of the simulated phone."))
            #expect(Self.names.contains { news.hasPrefix("\($0) is connected now") })
            // Nobody listens for a moment, and the kernel has not shown all of its cameras with the first one.
            try await wait(for: serve) { try await shown(page, Self.names) }
            #expect(try await ServedPage.preview(page).count > 1_000)
            // A picture may be there before the state that it belongs to.
            try await wait(for: serve) { try await ServedPage.state(page).phase == "live" }
            #expect(serve.end() == 0)
        }

        private static var names: [String] { Video4LinuxDriver().devices().map(\.name) }

        /// Asks again and again, until it is so, was not so in a thousand answers, or nobody answered ten thousand times.
        ///
        /// - Parameter holds: nil without an answer.
        private func wait(for serve: ServeCommand, until holds: () async throws -> Bool?) async throws {
            var (others, silences) = (0, 0)
            while true {
                let answer = try await holds()
                if answer == true { return }
                if answer == false { others += 1 } else { silences += 1 }
                try #require(others < 1_000 && silences < 10_000 && serve.isRunning)
            }
        }

        /// Whether the page has these cameras and no others; nil while there is no page.
        private func shown(_ page: URL, _ names: [String]) async throws -> Bool? {
            do {
                return Set(try await ServedPage.state(page).cameras.map(\.name)) == Set(names)
            } catch let error as DecodingError {
                throw error
            } catch {
                return nil
            }
        }
    }
}
