import CameraEngine
import SwiftUI

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
