import CameraEngine
import SwiftUI

/// What is set before a photo, a movie or a scan is taken.
struct CameraToolbar: View {
    @Environment(AppModel.self) private var app
    let layout: ScreenLayout
    let isVertical: Bool

    var body: some View {
        if isVertical {
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
        switch app.modes.mode {
        case .photo: PhotoTools(layout: layout)
        case .video: TorchButton(layout: layout)
        case .dual: DualTools(layout: layout)
        case .scan: TorchButton(layout: layout)
        }
        GridButton(layout: layout)
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
struct TorchButton: View {
    @Environment(AppModel.self) private var app
    let layout: ScreenLayout

    var body: some View {
        if app.torch.isOffered {
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
}

private struct SettingsButton: View {
    @Environment(AppModel.self) private var app
    let layout: ScreenLayout

    var body: some View {
        RoundButton(title: "Settings", symbol: "gearshape", side: layout.buttonSide) { app.sheet = .settings }
            .disabled(app.recording.isRecording)
            .accessibilityIdentifier("settings")
    }
}
