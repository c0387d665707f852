import CameraSource
import Foundation
import Logging
import ServiceLifecycle
import Synchronization
import Viewfinder

/// `pinhole serve`, again from the beginning whenever the machine gets a camera while a simulated phone stands in for one, until it is
/// asked to end, or another program takes its place.
struct ServeLoop: Service, CustomStringConvertible {
    /// Puts the cameras in force that there are now.
    let source: @Sendable () throws -> CameraSource
    /// The name of the camera, or a part of it; `nil` for any.
    let wantedCamera: String?
    let camera: @Sendable (CameraSource) throws -> LiveCamera.Configuration
    let server: ViewfinderConfiguration
    let scanner: ServeScanner
    let logger: Logger
    /// How long camera and scanner may take to end.
    var longestEnd: Duration = .seconds(13)
    /// Measures the time between attempts to listen.
    var clock: any Clock<Duration> = ContinuousClock()
    /// Whether the program that replaces this one is ready; nil where none is to come.
    var isReplacementReady: (@Sendable () -> Bool)?
    /// Called with the port that the program shall listen at that replaces this one. When it returns, everything ends.
    var onReplacement: @Sendable (Int) throws -> Void = { _ in }
    /// Called once, with the address to open.
    let onListening: @Sendable (URL) async -> Void
    /// Called with the name of the camera for which it begins again.
    let onLateCamera: @Sendable (String) -> Void

    /// Not what it is made of, which would end up in logs.
    var description: String { "ServeLoop" }

    /// How often it is tried again to listen where the run before did. Somebody else may have got the port meanwhile, be it for a moment:
    /// a program that this one starts has all of its open sockets until it closes them.
    static let mostAttempts = 20
    private static let pause: Duration = .milliseconds(500)

    func run() async throws {
        var server = server
        let listened = FirstAddress(onListening)
        var attempts = 0
        while !Task.isShuttingDownGracefully {
            let source = try source()
            let run = ServeRun(
                source: source,
                wantedCamera: wantedCamera,
                camera: try camera(source),
                server: server,
                scanner: scanner,
                logger: logger,
                isReplacementReady: isReplacementReady,
                clock: clock,
                longestEnd: longestEnd
            ) { await listened.receive($0) }
            let ending: ServeRun.Ending
            do {
                ending = try await run.run()
            } catch let error as ViewfinderServerError where listened.port != nil && attempts < Self.mostAttempts {
                attempts += 1
                logger.debug("Not listening yet", metadata: ["reason": "\(error)"])
                try await clock.sleep(for: Self.pause)
                continue
            }
            attempts = 0
            guard !Task.isShuttingDownGracefully else { return }
            switch ending {
            case .asked: return
            case .replaced: return try onReplacement(listened.port ?? server.port)
            case .cameraCame(let name): onLateCamera(name)
            }
            // Pages look for the server where it was.
            server.port = listened.port ?? server.port
        }
    }
}

/// Hands on, once, the address that servers listen at one after the other.
private final class FirstAddress: Sendable {
    private let action: @Sendable (URL) async -> Void
    private let known = Mutex((port: Int?.none, isToldOf: false))

    init(_ action: @escaping @Sendable (URL) async -> Void) {
        self.action = action
    }

    /// Its port.
    var port: Int? { known.withLock { $0.port } }

    func receive(_ url: URL) async {
        // A server that was asked to end before it listened has nothing to show.
        let isOver = Task.isShuttingDownGracefully
        let isNew = known.withLock { known in
            known.port = known.port ?? url.port
            defer { known.isToldOf = known.isToldOf || !isOver }
            return !known.isToldOf && !isOver
        }
        if isNew { await action(url) }
    }
}
