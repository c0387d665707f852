import Foundation
import Testing

@testable import V4L2Driver

extension KernelTests {
    /// The whole program, on a machine whose camera comes after it.
    @Suite("The viewfinder of a machine whose camera comes late")
    struct LateCameraTests {
        @Test("The camera takes the simulated phone's place, and its picture is shown at the same address")
        func plugged() throws {
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
            try wait(for: serve) { try ServedPage.state(page).map { Set($0.cameras.map(\.name)) == Set(Self.names) } }
            let picture = try ServedPage.picture(page)
            #expect((picture?.count ?? 0) > 1_000)
            // A picture may be there before the state that it belongs to.
            try wait(for: serve) { try ServedPage.state(page).map { $0.phase == "live" } }
            #expect(serve.end() == 0)
        }

        private static var names: [String] { Video4LinuxDriver().devices().map(\.name) }

        /// Asks again and again, until it is so, or was not so five hundred times.
        ///
        /// - Parameter holds: nil without an answer.
        private func wait(for serve: ServeCommand, until holds: () throws -> Bool?) throws {
            for _ in 0..<500 where serve.isRunning {
                if try holds() == true { return }
            }
            Issue.record("It did not become so. The program \(serve.isRunning ? "goes on" : "has ended").")
        }
    }
}
