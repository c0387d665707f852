import CameraEngine
import SwiftUI

/// What is chosen for photos: flash, timer, size.
struct PhotoTools: View {
    @Environment(AppModel.self) private var app
    let layout: ScreenLayout

    var body: some View {
        if app.shutter.offersFlash { FlashButton(layout: layout) }
        TimerButton(layout: layout)
        if !app.shutter.sizes.isEmpty { SizeMenu(layout: layout) }
    }
}

/// Goes through off, automatic and on.
private struct FlashButton: View {
    @Environment(AppModel.self) private var app
    let layout: ScreenLayout

    var body: some View {
        RoundButton(
            title: "Flash",
            symbol: symbol,
            side: layout.buttonSide,
            isOn: app.settings.flash != .off
        ) {
            app.settings.flash = app.settings.flash.next
        }
        .accessibilityValue(Text(app.settings.flash.title))
        .accessibilityIdentifier("flash")
    }

    private var symbol: String {
        switch app.settings.flash {
        case .off: "bolt.slash.fill"
        case .on: "bolt.fill"
        case .automatic: "bolt.badge.automatic.fill"
        }
    }
}

/// Goes through off, three and ten seconds.
private struct TimerButton: View {
    @Environment(AppModel.self) private var app
    let layout: ScreenLayout

    var body: some View {
        Button {
            app.settings.timer = app.settings.timer.next
        } label: {
            ZStack {
                RoundSymbol(symbol: "timer", side: layout.buttonSide, isOn: app.settings.timer != .off)
                if app.settings.timer != .off {
                    Text(verbatim: "\(app.settings.timer.seconds)")
                        .font(.system(size: 10, weight: .bold))
                        .foregroundStyle(.black)
                        .frame(width: 16, height: 16)
                        .background(Color.yellow, in: Circle())
                        .offset(x: layout.buttonSide * 0.32, y: layout.buttonSide * 0.32)
                }
            }
        }
        .buttonStyle(.plain)
        .disabled(app.shutter.countdown != nil)
        .accessibilityLabel("Timer")
        .accessibilityValue(Text(app.settings.timer.title))
        .accessibilityIdentifier("timer")
    }
}

/// The sizes that the camera offers.
private struct SizeMenu: View {
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
        .accessibilityValue(app.shutter.size.map { Text(verbatim: $0.title) } ?? Text("Largest"))
        .accessibilityIdentifier("photo-size")
    }
}

/// The seconds until the photo is taken, as large as the picture allows.
struct CountdownView: View {
    let seconds: Int

    var body: some View {
        Text(verbatim: "\(seconds)")
            .font(.system(size: 140, weight: .thin))
            .monospacedDigit()
            .foregroundStyle(.white)
            .contentTransition(.numericText())
            .allowsHitTesting(false)
            .accessibilityHidden(true)
            .accessibilityIdentifier("countdown")
    }
}
