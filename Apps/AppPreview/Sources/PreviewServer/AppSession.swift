import AVFoundation
import CaptureDriver
import Foundation
import SimulatorControl
import ViewTree
@_spi(PageServer) import Viewfinder

/// The app that runs on the simulated phone, and the pages that look at it: what the app shows goes to all of them, what somebody
/// does on one of them goes to the app.
@MainActor
final class AppSession {
    private let app: any RunningApp
    private var feeds: [ObjectIdentifier: PageFeed] = [:]
    private var environment: PhoneEnvironment
    /// The newest of what pages are told besides the tree, for those that come later.
    private var news: [String: String] = [:]
    private let streams = LayerStreams()

    /// - Parameters:
    ///   - app: what runs.
    ///   - environment: the phone's settings at the start.
    init(app: any RunningApp, environment: PhoneEnvironment) {
        self.app = app
        self.environment = environment
        app.handle([
            ViewEvent(id: 0, event: "environment", value: environment.value),
            ViewEvent(id: 0, event: "scene", value: "active"),
        ])
        news["environment"] = Self.json(environment.value)
        app.onUpdate = { [weak self] update in self?.updated(update) }
    }

    // MARK: Pages

    /// Begins to tell a page.
    func subscribe() -> PageFeed {
        let feed = PageFeed { [weak self] adopt in await self?.wholeTree(adopt) ?? "{}" }
        for name in ["environment", "simulator"] {
            if let data = news[name] { feed.send(name, data) }
        }
        feeds[ObjectIdentifier(feed)] = feed
        return feed
    }

    /// A page has left.
    func unsubscribe(_ feed: PageFeed) {
        feeds.removeValue(forKey: ObjectIdentifier(feed))
    }

    /// Sends news to all pages, and those that come later.
    func send(_ name: String, _ data: String) {
        guard news[name] != data else { return }
        news[name] = data
        for feed in feeds.values { feed.send(name, data) }
    }

    /// Sends all pages the sign that the server is there.
    func sendHeartbeat() {
        for feed in feeds.values { feed.send("heartbeat", "{}") }
    }

    private func wholeTree(_ adopt: @Sendable (Int) -> Void) -> String {
        let tree = app.wholeTree
        adopt(tree.render)
        return Self.json(tree)
    }

    private func updated(_ update: TreeUpdate) {
        guard !feeds.isEmpty else { return }
        let json = Self.json(update)
        for feed in feeds.values { feed.update(json, render: update.render) }
    }

    // MARK: What people do

    /// Somebody did something on a page, in this order.
    func handle(_ events: [ViewEvent]) -> EventAnswer { app.handle(events) }

    /// Somebody changed the phone's settings.
    func change(_ change: PhoneEnvironment.Change) {
        var changed = environment
        changed.apply(change)
        adopt(changed)
    }

    /// The phone is held otherwise.
    func turn(_ orientation: HostOrientation) {
        var changed = environment
        changed.orientation = orientation
        adopt(changed)
    }

    private func adopt(_ changed: PhoneEnvironment) {
        guard changed != environment else { return }
        environment = changed
        app.handle([ViewEvent(id: 0, event: "environment", value: changed.value)])
        send("environment", Self.json(changed.value))
    }

    // MARK: What the app names

    /// The bytes of an image or a file.
    func resource(_ id: String) -> ViewResource? { app.resource(id) }

    /// What a preview layer shows; nil when there is no such layer.
    func stream(_ id: String) throws -> LayerStream? {
        guard let layer = app.previewSource(id) as? AVCaptureVideoPreviewLayer else { return nil }
        return try streams.stream(of: layer)
    }

    private static func json(_ value: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(value) else {
            preconditionFailure("a tree holds nothing that JSON can not express")
        }
        return String(decoding: data, as: UTF8.self)
    }
}

// An app hears of the background step by step, as on a phone.
extension AppSession: SimulatedApp {
    nonisolated func enterBackground() async {
        await setScene("inactive")
        await setScene("background")
    }

    nonisolated func enterForeground() async {
        await setScene("inactive")
        await setScene("active")
    }

    /// The phone's default camera is the one that falls silent.
    nonisolated func cameraInUse() async -> String? { nil }

    private func setScene(_ phase: String) {
        app.handle([ViewEvent(id: 0, event: "scene", value: .string(phase))])
    }

    /// Somebody pressed a button on the phone's edge.
    func press(_ button: HardwareButton) {
        app.handle([ViewEvent(id: 0, event: "hardware", value: .string(button.rawValue))])
    }
}

/// Buttons that apps may take photos with.
enum HardwareButton: String, Codable, CaseIterable, Sendable {
    case volumeUp
    case volumeDown
    case cameraControl
    /// The stem of AirPods.
    case airPods
}

/// The folder that an app has for itself on a phone.
struct AppHome {
    let folder: URL
    let photos: URL

    /// The variable that names the folder once the program has entered it.
    private static let entered = "PINHOLE_PHONE_FOLDER"

    /// Makes the folders.
    init(_ options: LaunchOptions) throws {
        let path = ProcessInfo.processInfo.environment[Self.entered] ?? options.documents
        folder = path.map { URL(fileURLWithPath: $0, isDirectory: true) } ?? Self.standard
        photos =
            options.photos.map { URL(fileURLWithPath: $0, isDirectory: true) }
            ?? folder.appending(path: "Photo Library", directoryHint: .isDirectory)
        for folder in [folder, photos] {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }
    }

    private static var standard: URL {
        let environment = ProcessInfo.processInfo.environment
        let data =
            environment["XDG_DATA_HOME"].map { URL(fileURLWithPath: $0, isDirectory: true) }
            ?? FileManager.default.homeDirectoryForCurrentUser.appending(path: ".local/share")
        return data.appending(path: "pinhole/Phone", directoryHint: .isDirectory)
    }

    /// Makes Foundation find the app's documents, settings and so on here. Before anything else is done.
    ///
    /// Foundation has looked up where settings lie before the program's first line, so the program is started anew, once.
    func enter() {
        guard getenv(Self.entered) == nil else { return }
        shareTextRecognition()
        setenv(Self.entered, folder.path, 1)
        // Foundation's own override of the home; what it looks up by other variables lies there as well.
        setenv("CFFIXED_USER_HOME", folder.path, 1)
        for (name, path) in ["XDG_DATA_HOME": "Library", "XDG_CONFIG_HOME": "Settings", "XDG_CACHE_HOME": "Caches"] {
            setenv(name, folder.appending(path: path).path, 1)
        }
        guard let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") else { return }
        // Where that fails the app runs all the same, and only its settings do not last.
        execv(program, CommandLine.unsafeArgv)
    }

    /// Writes what the app has set in its defaults, as a phone does by itself.
    static func saveSettings() { _ = UserDefaults.standard.synchronize() }

    /// What text is read with is this machine's, as it is the system's on a phone; it lies in the cache that the app does not see.
    private func shareTextRecognition() {
        let environment = ProcessInfo.processInfo.environment
        let cache =
            environment["XDG_CACHE_HOME"].map { URL(fileURLWithPath: $0, isDirectory: true) }
            ?? FileManager.default.homeDirectoryForCurrentUser.appending(path: ".cache")
        let folder = cache.appending(path: "pinhole/text-recognition")
        if FileManager.default.fileExists(atPath: folder.path) { setenv("PINHOLE_TEXT_RECOGNITION", folder.path, 0) }
    }
}
