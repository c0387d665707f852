import SwiftUI

/// The controls: below and above the picture's middle where the screen is upright, at its sides where it lies.
struct CameraControlsView: View {
    @Environment(AppModel.self) private var app
    let layout: ScreenLayout

    var body: some View {
        if layout.isLandscape {
            HStack(spacing: 12) {
                CameraToolbar(layout: layout, isVertical: true)
                VStack(spacing: 10) {
                    CameraBanners(layout: layout)
                    Spacer()
                    if app.modes.mode == .scan { ScanStrip(layout: layout) }
                    ZoomBar()
                }
                .frame(maxWidth: .infinity)
                VStack(spacing: 14) {
                    ModePicker()
                    Spacer()
                    ShutterRow(layout: layout, isVertical: true)
                    Spacer()
                }
                .fixedSize(horizontal: true, vertical: false)
            }
            .padding(layout.margin)
        } else {
            VStack(spacing: 12) {
                CameraToolbar(layout: layout, isVertical: false)
                CameraBanners(layout: layout)
                Spacer()
                if app.modes.mode == .scan { ScanStrip(layout: layout) }
                ZoomBar()
                ModePicker()
                ShutterRow(layout: layout, isVertical: false)
            }
            .padding(.horizontal, layout.margin)
            .padding(.vertical, layout.isCompact ? 6 : 12)
        }
    }
}

/// What is told while the picture goes on.
private struct CameraBanners: View {
    @Environment(AppModel.self) private var app
    let layout: ScreenLayout

    var body: some View {
        VStack(spacing: 8) {
            if app.modes.mode.recordsMovies { RecordingHeader() }
            if let notice = app.thermalNotice {
                MessageBanner(
                    message: notice.message,
                    symbol: "thermometer.medium",
                    symbolColor: notice.isSevere ? .red : .orange
                )
                .accessibilityIdentifier("thermal-notice")
            }
            if app.modes.mode == .dual, let obstacle = app.dual.obstacle { DualObstacle(message: obstacle) }
            if app.modes.mode == .scan { ScanBanners() }
            if let notice = app.notices.notice {
                MessageBanner(
                    message: notice.message,
                    symbol: notice.kind == .warning ? "exclamationmark.triangle" : "info.circle",
                    symbolColor: notice.kind == .warning ? .orange : .white
                )
                .onTapGesture { app.notices.dismiss(notice.id) }
                .transition(.opacity)
                .accessibilityIdentifier("notice")
            }
        }
        .frame(maxWidth: layout.textWidth)
        .animation(.default, value: app.notices.notice)
    }
}
