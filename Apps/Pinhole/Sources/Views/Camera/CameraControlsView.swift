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

/// The modes beside each other; a swipe over the picture goes from one to the next, too.
struct ModePicker: View {
    @Environment(AppModel.self) private var app

    var body: some View {
        HStack(spacing: 2) {
            ForEach(app.modes.modes) { mode in
                Button {
                    app.modes.select(mode)
                } label: {
                    Text(mode.title)
                        .font(.subheadline)
                        .bold()
                        .lineLimit(1)
                        .minimumScaleFactor(0.7)
                        .foregroundStyle(mode == app.modes.mode ? Color.yellow : Color.white)
                        .padding(.horizontal, 12)
                        .frame(minWidth: 44, minHeight: 44)
                        .contentShape(Rectangle())
                }
                .buttonStyle(.plain)
                .accessibilityAddTraits(mode == app.modes.mode ? .isSelected : [])
                .accessibilityShowsLargeContentViewer { Text(mode.title) }
                .accessibilityIdentifier("mode-\(mode.rawValue)")
            }
        }
        .padding(.horizontal, 6)
        .glassBackground(in: Capsule())
        // All modes stay in a row; who needs them larger holds a finger on one.
        .dynamicTypeSize(...DynamicTypeSize.xLarge)
        .opacity(app.modes.canChange ? 1 : 0.4)
        .disabled(!app.modes.canChange)
        .accessibilityElement(children: .contain)
        .accessibilityLabel("Camera mode")
        .accessibilityIdentifier("modes")
    }
}

/// The factors that deserve a button. Assistive technologies adjust the zoom on the viewfinder as well, step by step.
struct ZoomBar: View {
    @Environment(AppModel.self) private var app

    var body: some View {
        if app.zoom.isOffered {
            HStack(spacing: 4) {
                ForEach(app.zoom.presets) { preset in
                    Button {
                        app.zoom.choose(preset.factor)
                    } label: {
                        Text(verbatim: preset.label)
                            .font(.footnote)
                            .bold()
                            .monospacedDigit()
                            .lineLimit(1)
                            .minimumScaleFactor(0.6)
                            .foregroundStyle(preset.isSelected ? Color.yellow : Color.white)
                            .frame(width: 44, height: 44)
                            .contentShape(Circle())
                    }
                    .buttonStyle(.plain)
                    .accessibilityLabel("Zoom \(preset.spoken)")
                    .accessibilityAddTraits(preset.isSelected ? .isSelected : [])
                    .accessibilityShowsLargeContentViewer { Text(verbatim: preset.label) }
                    .accessibilityIdentifier("zoom-\(preset.spoken)")
                }
            }
            .padding(.horizontal, 4)
            .glassBackground(in: Capsule())
            .dynamicTypeSize(...DynamicTypeSize.xLarge)
            .accessibilityElement(children: .contain)
            .accessibilityLabel("Zoom")
            .accessibilityIdentifier("zoom")
        }
    }
}

/// The scan that is being worked on, over the shutter.
struct ScanStrip: View {
    @Environment(AppModel.self) private var app
    let entry: ScanEntry
    let layout: ScreenLayout

    var body: some View {
        Button {
            app.open(.scans)
        } label: {
            HStack(spacing: 12) {
                VStack(alignment: .leading, spacing: 4) {
                    Text(entry.state.title)
                        .font(.footnote)
                        .bold()
                        .monospacedDigit()
                        .lineLimit(2)
                    if let fraction = entry.fraction { ProgressView(value: fraction) }
                }
                .frame(maxWidth: .infinity, alignment: .leading)
                Text("\(app.scanner.entries.count) scans")
                    .font(.footnote)
                    .foregroundStyle(.white.opacity(0.85))
            }
            .foregroundStyle(.white)
            .padding(.horizontal, 14)
            .padding(.vertical, 10)
            .frame(minHeight: 44)
            .contentShape(Rectangle())
            .glassBackground(in: RoundedRectangle(cornerRadius: 16))
        }
        .buttonStyle(.plain)
        .frame(maxWidth: layout.textWidth)
        .accessibilityElement(children: .combine)
        .accessibilityHint("Opens the list of scans")
        .accessibilityIdentifier("scan-strip")
    }
}

/// The way to the list of scans and books.
struct ScanListButton: View {
    @Environment(AppModel.self) private var app

    var body: some View {
        Button {
            app.open(.scans)
        } label: {
            ZStack(alignment: .topTrailing) {
                RoundSymbol(symbol: "books.vertical", side: 52)
                if app.scanner.questionCount > 0 {
                    Badge(text: "\(app.scanner.questionCount)")
                }
            }
        }
        .buttonStyle(.plain)
        .accessibilityLabel("Books")
        .accessibilityShowsLargeContentViewer { Label("Books", systemImage: "books.vertical") }
        .accessibilityValue(Text(app.scanner.listValue))
        .accessibilityIdentifier("scans")
    }
}
