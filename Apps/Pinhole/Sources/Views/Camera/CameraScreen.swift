import AVKit
import CameraEngine
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

/// What is set before a photo, a movie or a scan is taken.
struct CameraToolbar: View {
    let layout: ScreenLayout

    var body: some View {
        if layout.isLandscape {
            VStack(spacing: 10) {
                CameraTools(layout: layout)
                Spacer()
                SettingsButton(layout: layout)
            }
        } else {
            HStack(spacing: 10) {
                CameraTools(layout: layout)
                Spacer()
                SettingsButton(layout: layout)
            }
        }
    }
}

private struct CameraTools: View {
    @Environment(AppModel.self) private var app
    let layout: ScreenLayout

    var body: some View {
        ForEach(app.tools) { tool in
            switch tool {
            case .flash: FlashButton(layout: layout)
            case .livePhoto: LivePhotoButton(layout: layout)
            case .timer: TimerButton(layout: layout)
            case .photoSize: PhotoSizeMenu(layout: layout)
            case .layout: LayoutMenu(layout: layout)
            case .performance: PerformanceButton(layout: layout)
            case .torch: TorchButton(layout: layout)
            case .grid: GridButton(layout: layout)
            }
        }
    }
}

/// Lines that divide the picture into thirds.
private struct GridButton: View {
    @Environment(AppModel.self) private var app
    let layout: ScreenLayout

    var body: some View {
        RoundButton(title: "Grid", symbol: "grid", side: layout.buttonSide, isOn: app.settings.showsGrid) {
            app.settings.showsGrid.toggle()
        }
        .accessibilityIdentifier("grid")
    }
}

/// The light that stays on.
private struct TorchButton: View {
    @Environment(AppModel.self) private var app
    let layout: ScreenLayout

    var body: some View {
        RoundButton(
            title: "Torch",
            symbol: app.torch.isOn ? "flashlight.on.fill" : "flashlight.off.fill",
            side: layout.buttonSide,
            isOn: app.torch.isOn
        ) {
            Task { await app.torch.toggle() }
        }
        .disabled(!app.torch.isEnabled)
        .accessibilityIdentifier("torch")
    }
}

private struct SettingsButton: View {
    @Environment(AppModel.self) private var app
    let layout: ScreenLayout

    var body: some View {
        RoundButton(title: "Settings", symbol: "gearshape", side: layout.buttonSide) { app.open(.settings) }
            .disabled(!app.settingsAreEnabled)
            .accessibilityIdentifier("settings")
    }
}
