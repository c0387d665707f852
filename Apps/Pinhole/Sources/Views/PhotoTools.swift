import CameraEngine
import SwiftUI

/// Goes through off, automatic and on.
struct FlashButton: View {
    @Environment(AppModel.self) private var app
    let layout: ScreenLayout

    var body: some View {
        RoundButton(
            title: "Flash",
            symbol: app.settings.flash.symbol,
            side: layout.buttonSide,
            isOn: app.settings.flash != .off
        ) {
            app.settings.flash = app.settings.flash.next
        }
        .accessibilityValue(Text(app.settings.flash.title))
        .accessibilityIdentifier("flash")
    }
}

/// Goes through off, three and ten seconds.
struct TimerButton: View {
    @Environment(AppModel.self) private var app
    let layout: ScreenLayout

    var body: some View {
        Button {
            app.settings.timer = app.settings.timer.next
        } label: {
            ZStack {
                RoundSymbol(symbol: "timer", side: layout.buttonSide, isOn: app.settings.timer != .off)
                if app.settings.timer != .off {
                    Badge(text: "\(app.settings.timer.seconds)")
                        .offset(x: layout.buttonSide * 0.32, y: layout.buttonSide * 0.32)
                }
            }
        }
        .buttonStyle(.plain)
        .disabled(app.shutter.countdown != nil)
        .accessibilityLabel("Timer")
        .accessibilityShowsLargeContentViewer { Label("Timer", systemImage: "timer") }
        .accessibilityValue(Text(app.settings.timer.title))
        .accessibilityIdentifier("timer")
    }
}

/// The sizes that the camera offers.
struct PhotoSizeMenu: View {
    @Environment(AppModel.self) private var app
    let layout: ScreenLayout

    var body: some View {
        @Bindable var settings = app.settings
        Menu {
            Picker("Photo size", selection: $settings.photoSize) {
                Text("Largest").tag(PhotoSize?.none)
                ForEach(app.shutter.sizes, id: \.self) { size in
                    Text(verbatim: size.title).tag(PhotoSize?.some(size))
                }
            }
        } label: {
            RoundSymbol(
                symbol: "aspectratio",
                side: layout.buttonSide,
                isOn: app.shutter.size != nil
            )
        }
        .accessibilityLabel("Photo size")
        .accessibilityShowsLargeContentViewer { Label("Photo size", systemImage: "aspectratio") }
        .accessibilityValue(app.shutter.size.map { Text(verbatim: $0.title) } ?? Text("Largest"))
        .accessibilityIdentifier("photo-size")
    }
}

/// The seconds until the photo is taken, as large as the picture allows.
struct CountdownView: View {
    @Environment(\.accessibilityReduceMotion) private var reduceMotion
    let seconds: Int

    var body: some View {
        Text(verbatim: "\(seconds)")
            .font(.system(size: 140, weight: .thin))
            .monospacedDigit()
            .foregroundStyle(.white)
            .contentTransition(reduceMotion ? .identity : .numericText())
            .allowsHitTesting(false)
            .accessibilityHidden(true)
            .accessibilityIdentifier("countdown")
    }
}

extension PhotoRequest.Flash {
    fileprivate var symbol: String {
        switch self {
        case .off: "bolt.slash.fill"
        case .on: "bolt.fill"
        case .automatic: "bolt.badge.automatic.fill"
        }
    }
}

/// Whether photos come with a movie of the moment.
struct LivePhotoButton: View {
    @Environment(AppModel.self) private var app
    let layout: ScreenLayout

    var body: some View {
        RoundButton(
            title: "Live Photo",
            symbol: "livephoto",
            side: layout.buttonSide,
            isOn: app.settings.takesLivePhotos
        ) {
            app.shutter.toggleLivePhotos()
        }
        .accessibilityIdentifier("live-photo")
    }
}

/// The shape of photos.
struct PhotoShapePicker: View {
    @Environment(AppModel.self) private var app

    private static let cuts = PhotoShape.allCases.filter { $0 != .full }

    var body: some View {
        @Bindable var settings = app.settings
        Picker("Photo shape", selection: $settings.photoShape) {
            Text("Full picture").tag(PhotoShape.full)
            ForEach(Self.cuts, id: \.self) { Text(verbatim: $0.rawValue).tag($0) }
        }
        .accessibilityIdentifier("setting-photo-shape")
    }
}

/// The kind of file that photos are; only where there is a choice.
struct PhotoFormatPicker: View {
    @Environment(AppModel.self) private var app

    var body: some View {
        @Bindable var settings = app.settings
        if !app.shutter.formats.isEmpty {
            Picker("Photo format", selection: $settings.photoFormat) {
                ForEach(app.shutter.formats, id: \.self) { Text($0.title).tag($0) }
            }
            .accessibilityIdentifier("setting-photo-format")
        }
    }
}
