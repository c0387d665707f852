import CameraSource
import Foundation
import Logging
import ServiceLifecycle
import Synchronization
import Viewfinder

/// `pinhole serve`, again from the beginning whenever the machine gets a camera while a simulated phone stands in for one.
struct ServeLoop: Service, CustomStringConvertible {
    /// Puts the cameras in force that there are now.
    let source: @Sendable () throws -> CameraSource
    let camera: @Sendable (CameraSource) throws -> LiveCamera.Configuration
    let server: ViewfinderConfiguration
    let scanner: ServeScanner
    let logger: Logger
    /// Called once, with the address to open.
    let onListening: @Sendable (URL) async -> Void
    /// Called with the name of the camera for which it begins again.
    let onLateCamera: @Sendable (String) -> Void

    /// Not what it is made of, which would end up in logs.
    var description: String { "ServeLoop" }

    func run() async throws {
        var server = server
        let listened = FirstAddress(onListening)
        while !Task.isShuttingDownGracefully {
            let source = try source()
            let run = ServeRun(
                source: source,
                camera: try camera(source),
                server: server,
                scanner: scanner,
                logger: logger
            ) { await listened.receive($0) }
            guard case .cameraCame(let name) = try await run.run(), !Task.isShuttingDownGracefully else { return }
            onLateCamera(name)
            // Pages look for the server where it was.
            server.port = listened.port ?? server.port
        }
    }
}

/// Hands on the address that a server listens at for the first time.
private final class FirstAddress: Sendable {
    private let action: @Sendable (URL) async -> Void
    private let first = Mutex<URL?>(nil)

    init(_ action: @escaping @Sendable (URL) async -> Void) {
        self.action = action
    }

    /// Its port.
    var port: Int? { first.withLock { $0?.port } }

    func receive(_ url: URL) async {
        let isFirst = first.withLock { first in
            defer { first = first ?? url }
            return first == nil
        }
        // A server that was asked to end before it listened has nothing to show.
        if isFirst, !Task.isShuttingDownGracefully { await action(url) }
    }
}
