import SwiftUI

/// The picture from edge to edge, the controls on it, and what lies over both.
struct CameraScreen: View {
    @Environment(AppModel.self) private var app
    @Environment(\.dynamicTypeSize) private var dynamicTypeSize

    var body: some View {
        ZStack {
            Color.black
                .ignoresSafeArea()
            ViewfinderView()
                .ignoresSafeArea()
                .allowsHitTesting(app.previewIsReachable)
                .accessibilityHidden(!app.previewIsReachable)
            PreviewOverlay()
            GeometryReader { proxy in
                CameraControlsView(layout: layout(proxy.size))
            }
            .opacity(app.controlsAreVisible ? 1 : 0)
            .disabled(!app.controlsAreEnabled)
            .accessibilityHidden(!app.controlsAreReachable)
            StatusOverlay()
            ShutterFlash()
        }
        .statusBarHidden()
        .modifier(CameraHaptics())
        .onChange(of: app.cameras.current?.id) { app.focus.reset() }
        .onChange(of: app.focus.isLocked) { app.focus.lockChanged() }
        .onChange(of: app.banners) { former, banners in app.bannersChanged(from: former, to: banners) }
    }

    private func layout(_ size: CGSize) -> ScreenLayout {
        ScreenLayout(size: size, hasLargeText: dynamicTypeSize.isAccessibilitySize)
    }
}

/// What is felt. A phone plays impacts, selections and outcomes; starts, stops and alignments are a watch's and a trackpad's.
private struct CameraHaptics: ViewModifier {
    @Environment(AppModel.self) private var app

    func body(content: Content) -> some View {
        content
            .sensoryFeedback(.impact(weight: .light), trigger: app.pressCount)
            .sensoryFeedback(.impact(weight: .medium), trigger: app.recording.startCount)
            .sensoryFeedback(.success, trigger: app.recording.stopCount)
            .sensoryFeedback(.warning, trigger: app.notices.warningCount)
            .sensoryFeedback(.selection, trigger: app.modes.mode)
            .sensoryFeedback(.impact(weight: .light), trigger: app.cameras.switchCount)
            .sensoryFeedback(.impact(weight: .medium), trigger: app.dual.swapCount)
            .sensoryFeedback(.impact(flexibility: .rigid), trigger: app.dual.snapCount)
    }
}

/// What is told in the picture's middle: the seconds until a photo, and the metrics of two cameras.
private struct PreviewOverlay: View {
    @Environment(AppModel.self) private var app

    var body: some View {
        ZStack {
            if let seconds = app.shutter.countdown { CountdownView(seconds: seconds) }
            if app.showsPerformance {
                // Larger, it would hide the pictures that it is about.
                PerformanceOverlay()
                    .dynamicTypeSize(...DynamicTypeSize.xxLarge)
                    .frame(maxWidth: .infinity, maxHeight: .infinity, alignment: .leading)
                    .padding(12)
            }
        }
        .allowsHitTesting(false)
    }
}
