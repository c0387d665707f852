import SwiftUI

/// The picture from edge to edge, the controls on it, and what lies over both.
struct CameraScreen: View {
    @Environment(AppModel.self) private var app

    var body: some View {
        ZStack {
            Color.black
                .ignoresSafeArea()
            PictureView()
                .ignoresSafeArea()
            PictureInfo()
            GeometryReader { proxy in
                CameraControlsView(layout: ScreenLayout(size: proxy.size))
            }
            .opacity(app.controlsAreVisible ? 1 : 0)
            .disabled(!app.controlsAreEnabled)
            .accessibilityHidden(!app.controlsAreVisible || app.status.isModal)
            StatusOverlay()
            ShutterFlash()
        }
        .statusBarHidden()
        .sensoryFeedback(.impact(weight: .light), trigger: app.pressCount)
        .sensoryFeedback(.start, trigger: app.recording.startCount)
        .sensoryFeedback(.stop, trigger: app.recording.stopCount)
        .sensoryFeedback(.warning, trigger: app.notices.warningCount)
        .sensoryFeedback(.selection, trigger: app.modes.mode)
        .sensoryFeedback(.impact(weight: .medium), trigger: app.dual.swapCount)
        .sensoryFeedback(.alignment, trigger: app.dual.snapCount)
        .onChange(of: app.cameras.current?.id) { app.focus.reset() }
        .onChange(of: app.focus.isLocked) { app.focus.lockChanged() }
    }
}

/// What is told in the picture's middle: the seconds until a photo, and the figures of two cameras.
private struct PictureInfo: View {
    @Environment(AppModel.self) private var app

    var body: some View {
        ZStack {
            if let seconds = app.shutter.countdown { CountdownView(seconds: seconds) }
            if app.showsTwoPictures, app.settings.showsPerformance {
                PerformanceOverlay()
                    .frame(maxWidth: .infinity, maxHeight: .infinity, alignment: .leading)
                    .padding(12)
            }
        }
        .allowsHitTesting(false)
    }
}
