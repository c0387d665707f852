import AVKit
import SwiftUI
import UIKit

/// The camera, and what covers it.
struct RootView: View {
    @Environment(AppModel.self) private var app
    @Environment(\.scenePhase) private var scenePhase

    var body: some View {
        @Bindable var app = app
        CameraScreen()
            .preferredColorScheme(.dark)
            .tint(.yellow)
            .sheet(item: $app.sheet) { sheet in
                AppSheet(sheet: sheet)
                    .environment(app)
                    .preferredColorScheme(.dark)
                    .tint(.yellow)
            }
            .onAppear { app.start() }
            .onChange(of: scenePhase) { former, phase in app.scenePhaseChanged(from: former, to: phase) }
            .onChange(of: app.detectsText, initial: true) { app.updateTextDetection() }
            .onChange(of: app.keepsScreenOn) { UIApplication.shared.isIdleTimerDisabled = app.keepsScreenOn }
            .onChange(of: app.status) { app.statusChanged() }
            .onCameraCaptureEvent(isEnabled: app.takesCaptureEvents) { event in app.handle(event.phase) }
            .task { await app.run() }
            .task { await app.followText() }
            .task(id: app.modes.mode) { await app.modeChanged() }
    }
}

/// What covers the camera.
private struct AppSheet: View {
    let sheet: AppModel.Sheet

    var body: some View {
        switch sheet {
        case .settings: SettingsView()
        case .gallery: GalleryView()
        case .scans: ScansView()
        }
    }
}
