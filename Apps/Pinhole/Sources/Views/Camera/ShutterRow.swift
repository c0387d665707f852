import SwiftUI

/// What was taken last, the large button, and the button for the other camera.
struct ShutterRow: View {
    @Environment(AppModel.self) private var app
    let layout: ScreenLayout
    let isVertical: Bool

    var body: some View {
        if isVertical {
            VStack(spacing: 22) {
                TrailingControl(layout: layout)
                ShutterButton(layout: layout)
                LeadingControl(layout: layout)
            }
        } else {
            HStack {
                LeadingControl(layout: layout)
                Spacer()
                ShutterButton(layout: layout)
                Spacer()
                TrailingControl(layout: layout)
            }
            .frame(maxWidth: 440)
        }
    }
}

/// What was taken last; while a movie is recorded, the button that pauses it.
private struct LeadingControl: View {
    @Environment(AppModel.self) private var app
    let layout: ScreenLayout

    var body: some View {
        if app.recording.isRecording {
            PauseButton()
        } else if app.modes.mode == .scan {
            ScanListButton()
        } else {
            GalleryButton()
        }
    }
}

/// The other camera; with two pictures, the button that swaps them.
private struct TrailingControl: View {
    @Environment(AppModel.self) private var app
    let layout: ScreenLayout

    var body: some View {
        if app.showsTwoPictures {
            RoundButton(title: "Swap pictures", symbol: "arrow.triangle.swap", side: 52) { app.dual.swap() }
                .accessibilityIdentifier("swap")
        } else {
            CameraSwitchButton()
        }
    }
}

/// The other side's camera; a menu of all where there are more.
private struct CameraSwitchButton: View {
    @Environment(AppModel.self) private var app
    private let symbol = "arrow.triangle.2.circlepath.camera"

    var body: some View {
        if app.cameras.offersMenu {
            Menu {
                ForEach(app.cameras.cameras) { camera in
                    Button {
                        app.cameras.select(camera)
                    } label: {
                        if camera.id == app.cameras.current?.id {
                            Label {
                                Text(verbatim: camera.name)
                            } icon: {
                                Image(systemName: "checkmark")
                            }
                        } else {
                            Text(verbatim: camera.name)
                        }
                    }
                }
            } label: {
                RoundSymbol(symbol: symbol, side: 52)
            }
            .disabled(!app.cameras.isEnabled)
            .accessibilityLabel("Choose camera")
            .accessibilityValue(Text(verbatim: app.cameras.current?.name ?? ""))
            .accessibilityIdentifier("cameras")
        } else {
            RoundButton(title: "Other camera", symbol: symbol, side: 52) { app.cameras.turnAround() }
                .disabled(!app.cameras.isEnabled)
                .accessibilityValue(Text(verbatim: app.cameras.current?.name ?? ""))
                .accessibilityIdentifier("other-camera")
                .sensoryFeedback(.impact(weight: .light), trigger: app.cameras.switchCount)
        }
    }
}

/// The way to what was taken.
private struct GalleryButton: View {
    @Environment(AppModel.self) private var app

    var body: some View {
        Button {
            app.sheet = .gallery
        } label: {
            ZStack {
                if let latest = app.gallery.latest {
                    Thumbnail(item: latest, side: 52)
                } else {
                    RoundSymbol(symbol: "photo.on.rectangle", side: 52)
                }
                if app.shutter.pendingCount > 0 {
                    ProgressView()
                        .tint(.white)
                }
            }
            .frame(width: 52, height: 52)
            .clipShape(Circle())
        }
        .buttonStyle(.plain)
        .accessibilityLabel("Gallery")
        .accessibilityValue("\(app.gallery.items.count) items")
        .accessibilityIdentifier("gallery")
    }
}
