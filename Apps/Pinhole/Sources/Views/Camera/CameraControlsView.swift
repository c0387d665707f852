import SwiftUI

/// The controls: below and above the picture's middle where the screen is upright; at its sides where it lies, the shutter at the
/// trailing edge, where the thumb is.
struct CameraControlsView: View {
    @Environment(AppModel.self) private var app
    let layout: ScreenLayout

    var body: some View {
        if layout.isLandscape {
            HStack(spacing: 12) {
                CameraToolbar(layout: layout)
                VStack(spacing: 10) {
                    CameraBanners(layout: layout)
                    ZoomAndModeControls(layout: layout)
                }
                .frame(maxWidth: .infinity)
                ShutterRow(layout: layout)
            }
            .padding(layout.margin)
        } else {
            VStack(spacing: 12) {
                CameraToolbar(layout: layout)
                CameraBanners(layout: layout)
                ZoomAndModeControls(layout: layout)
                ShutterRow(layout: layout)
            }
            .padding(.horizontal, layout.margin)
            .padding(.vertical, layout.isCompact ? 6 : 12)
        }
    }
}

/// What is chosen beside the shutter: how close, and what is taken.
private struct ZoomAndModeControls: View {
    @Environment(AppModel.self) private var app
    let layout: ScreenLayout

    var body: some View {
        if let scan = app.currentScan { ScanStrip(entry: scan, layout: layout) }
        ZoomBar()
        ModePicker()
    }
}

/// What is told while the picture goes on, and the room below it. Where text is so large that there may be more words than room, they
/// scroll; else what they leave free is the picture's.
private struct CameraBanners: View {
    @Environment(AppModel.self) private var app
    let layout: ScreenLayout

    var body: some View {
        if layout.hasLargeText, !app.banners.isEmpty {
            ScrollView { BannerList(layout: layout) }
        } else {
            BannerList(layout: layout)
            Spacer()
        }
    }
}

private struct BannerList: View {
    @Environment(AppModel.self) private var app
    let layout: ScreenLayout

    var body: some View {
        VStack(spacing: 8) {
            if app.modes.mode.recordsMovies { RecordingHeader(layout: layout) }
            if app.focus.showsLock { LockBadge() }
            ForEach(app.banners) { BannerView(banner: $0) }
        }
        .frame(maxWidth: layout.textWidth)
        .motionAnimation(value: app.banners)
    }
}

/// A banner, and what can be done about it.
private struct BannerView: View {
    @Environment(AppModel.self) private var app
    let banner: AppModel.Banner

    var body: some View {
        switch banner.kind {
        case .notice:
            message
                .onTapGesture { app.dismiss(banner) }
                .accessibilityAction(named: "Dismiss") { app.dismiss(banner) }
                .transition(.opacity)
                .accessibilityIdentifier("notice")
        case .dual:
            VStack(spacing: 8) {
                message
                Button("Try both again") { app.retrySecondCamera() }
                    .buttonStyle(.bordered)
                    .controlSize(.large)
                    .accessibilityIdentifier("retry-dual")
            }
            .accessibilityElement(children: .contain)
            .accessibilityIdentifier("dual-obstacle")
        case .scan:
            message
                .accessibilityAddTraits(.updatesFrequently)
                .accessibilityIdentifier("scan-banner")
        case .sound:
            message
                .accessibilityIdentifier("sound-problem")
        case .thermal:
            message
                .accessibilityIdentifier("thermal-notice")
        }
    }

    private var message: some View {
        MessageBanner(message: banner.message, symbol: banner.symbol, tone: banner.tone)
    }
}
