import Foundation
import Hummingbird
import Logging
@_spi(PageServer) import Viewfinder

/// The page that shows the app, and its server.
enum PreviewPage {
    /// Where the page's own files are.
    static var folder: URL { Bundle.module.bundleURL.appending(path: "Page") }

    /// Makes the server of a session. The simulator's panel and what draws frames are the viewfinder's own files.
    static func server(
        session: AppSession,
        simulator: any PhoneSimulator,
        port: Int,
        logger: Logger,
        onListening: @escaping @Sendable (URL) async -> Void = { _ in }
    ) throws -> PageServer {
        try PageServer(
            configuration: PageServerConfiguration(port: port, limits: limits),
            assets: try PageAssets(folders: [folder, ViewfinderServer.pageFolder], texts: [.english]),
            services: [PhoneFollower(session: session, simulator: simulator)],
            logger: logger,
            onListening: onListening
        ) { router, responses in
            PreviewRoutes(session: session, simulator: simulator, responses: responses).add(to: router)
        }
    }

    /// A page has a stream for the tree and one for each camera.
    private static var limits: ViewfinderLimits {
        var limits = ViewfinderLimits()
        limits.streams = 48
        return limits
    }
}
