import AVFoundation
import CameraEngine
import Foundation
import SwiftUI
import UIKit
import os

@main
struct PinholeApp: App {
    /// `nil` in the process in which unit tests run: those have cameras of their own, and need neither this one nor a permission.
    @State private var app: AppModel?

    init() {
        guard !TestHost.isNeeded(environment: ProcessInfo.processInfo.environment) else {
            _app = State(initialValue: nil)
            return
        }
        let app = AppModel.live()
        // Before there is any view: the session is configured while the first one is made (R-LIFE-11).
        app.camera.prewarm()
        _app = State(initialValue: app)
    }

    var body: some Scene {
        WindowGroup {
            if let app {
                RootView()
                    .environment(app)
            }
        }
    }
}

extension AppModel {
    /// How the app uses the camera: with what the user has chosen in former runs.
    private static func engineConfiguration(_ settings: SettingsModel) -> EngineConfiguration {
        var configuration = EngineConfiguration()
        configuration.recordsMovies = true
        configuration.audio = .whenAvailable
        configuration.maximumCameraCount = 2
        // One camera has all of its formats and lenses; two have what two can.
        configuration.keepsMultiCamSession = false
        configuration.prefersVirtualCameras = true
        configuration.format = .preset(.photo)
        configuration.movieFormat = .preset(.high)
        configuration.initialMovieFormat = settings.movieFormat
        configuration.photos.takesLivePhotos = true
        // Photos are files of the app's first; a proxy would only be a photo once the photo library has finished it.
        configuration.photos.allowsDeferredDelivery = false
        return configuration
    }

    /// The app over the device's camera, its documents folder and the photo library.
    static func live() -> AppModel {
        let engine = CameraEngine(configuration: engineConfiguration(SettingsModel(defaults: .standard)))
        // The app's scenes tell where it is.
        let camera = CameraModel(engine: engine, followsAppLifecycle: false)
        let taps = FrameTaps()
        Task { await taps.attach(to: engine) }
        let documents = folder(.documentDirectory)
        let support = folder(.applicationSupportDirectory)
        let captures = CaptureFolder(url: documents.appendingPathComponent("Captures", isDirectory: true))
        return AppModel(
            Parts(
                camera: camera,
                showPreview: { engine.showPreview(in: $0, ofCamera: $1) },
                library: SystemPhotoLibrary(),
                scanner: FolderScanServiceOpening(folder: support.appendingPathComponent("Scans", isDirectory: true)),
                defaults: .standard,
                captures: captures,
                exports: FileManager.default.temporaryDirectory,
                disk: .of(documents),
                statistics: taps.statistics,
                liveText: taps.liveText,
                announce: { UIAccessibility.post(notification: .announcement, argument: $0) }
            )
        )
    }

    private static func folder(_ directory: FileManager.SearchPathDirectory) -> URL {
        FileManager.default.urls(for: directory, in: .userDomainMask).first ?? FileManager.default.temporaryDirectory
    }
}

/// The app's own lines in the unified log, beside those of the engine: to be read in Console under the app's subsystem.
enum AppLog {
    static let subsystem = Bundle.main.bundleIdentifier ?? "Pinhole"

    /// Scenes and modes.
    static let app = Logger(subsystem: subsystem, category: "app")
    /// Where the picture is on the screen.
    static let preview = Logger(subsystem: subsystem, category: "preview")
    /// Files, and the photo library.
    static let files = Logger(subsystem: subsystem, category: "files")
    /// The scanner.
    static let scanner = Logger(subsystem: subsystem, category: "scanner")
}

/// Whether the app was started by Xcode for the unit tests, which run inside of it.
enum TestHost {
    /// Xcode names the tests' configuration, or their bundle, to the process that they run in.
    static func isNeeded(environment: [String: String]) -> Bool {
        ["XCTestConfigurationFilePath", "XCTestBundlePath"].contains { environment[$0]?.isEmpty == false }
    }
}
