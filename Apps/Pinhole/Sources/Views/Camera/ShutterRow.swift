import SwiftUI

/// What was taken last, the large button, and the button for the other camera.
struct ShutterRow: View {
    let layout: ScreenLayout

    var body: some View {
        if layout.isLandscape {
            VStack(spacing: 22) {
                TrailingControl()
                ShutterButton(layout: layout)
                LeadingControl()
            }
        } else {
            HStack {
                LeadingControl()
                Spacer()
                ShutterButton(layout: layout)
                Spacer()
                TrailingControl()
            }
            .frame(maxWidth: 440)
        }
    }
}

/// What was taken last; while a movie is recorded, the button that pauses it.
private struct LeadingControl: View {
    @Environment(AppModel.self) private var app

    var body: some View {
        switch app.leadingControl {
        case .gallery: GalleryButton()
        case .scans: ScanListButton()
        case .pause: PauseButton()
        }
    }
}

/// The other camera; with two pictures, the button that swaps them.
private struct TrailingControl: View {
    @Environment(AppModel.self) private var app

    var body: some View {
        switch app.trailingControl {
        case .swapPictures:
            RoundButton(title: "Swap pictures", symbol: "arrow.triangle.swap", side: 52) { app.dual.swap() }
                .accessibilityIdentifier("swap")
        case .cameraMenu: CameraMenu()
        case .otherCamera:
            RoundButton(title: "Other camera", symbol: cameraSymbol, side: 52) { app.cameras.turnAround() }
                .disabled(!app.cameras.isEnabled)
                .accessibilityValue(Text(verbatim: app.cameras.current?.name ?? ""))
                .accessibilityIdentifier("other-camera")
        }
    }
}

private let cameraSymbol = "arrow.triangle.2.circlepath.camera"

/// All cameras, where there are more than two.
private struct CameraMenu: View {
    @Environment(AppModel.self) private var app

    var body: some View {
        Menu {
            ForEach(app.cameras.cameras) { camera in
                Button {
                    app.cameras.select(camera)
                } label: {
                    if app.cameras.isCurrent(camera) {
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
            RoundSymbol(symbol: cameraSymbol, side: 52)
        }
        .disabled(!app.cameras.isEnabled)
        .accessibilityLabel("Choose camera")
        .accessibilityValue(Text(verbatim: app.cameras.current?.name ?? ""))
        .accessibilityShowsLargeContentViewer { Label("Choose camera", systemImage: cameraSymbol) }
        .accessibilityIdentifier("cameras")
    }
}

/// The way to what was taken.
private struct GalleryButton: View {
    @Environment(AppModel.self) private var app

    var body: some View {
        Button {
            app.open(.gallery)
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
        .accessibilityShowsLargeContentViewer { Label("Gallery", systemImage: "photo.on.rectangle") }
        .accessibilityIdentifier("gallery")
    }
}

/// The large button: takes a photo or a scan, begins or ends a movie.
struct ShutterButton: View {
    @Environment(AppModel.self) private var app
    let layout: ScreenLayout

    var body: some View {
        Button {
            app.pressShutter()
        } label: {
            ZStack {
                Circle()
                    .stroke(Color.white, lineWidth: 4)
                ShutterCore(appearance: app.shutterAppearance, diameter: layout.shutterDiameter - 12)
            }
            .frame(width: layout.shutterDiameter, height: layout.shutterDiameter)
            .contentShape(Circle())
        }
        .buttonStyle(.plain)
        .opacity(app.shutterIsEnabled ? 1 : 0.4)
        .disabled(!app.shutterIsEnabled)
        .motionAnimation(value: app.shutterAppearance)
        .accessibilityLabel(Text(app.shutterTitle))
        .accessibilityValue(Text(app.shutterValue))
        .accessibilityAddTraits(.startsMediaSession)
        .accessibilityIdentifier("shutter")
    }
}

/// White for photos, yellow for scans, red for movies, square while one is recorded.
private struct ShutterCore: View {
    let appearance: AppModel.ShutterAppearance
    let diameter: CGFloat

    var body: some View {
        switch appearance {
        case .photo(let isBusy):
            ZStack {
                disc(.white)
                if isBusy {
                    ProgressView()
                        .tint(.black)
                }
            }
        case .scan:
            ZStack {
                disc(.yellow)
                Image(systemName: "text.viewfinder")
                    .font(.system(size: diameter * 0.4, weight: .medium))
                    .foregroundStyle(.black)
            }
        case .record: disc(.red)
        case .stop:
            RoundedRectangle(cornerRadius: 8)
                .fill(Color.red)
                .frame(width: diameter * 0.5, height: diameter * 0.5)
        }
    }

    private func disc(_ color: Color) -> some View {
        Circle()
            .fill(color)
            .frame(width: diameter, height: diameter)
    }
}

/// The screen is dark for a moment when a photo is taken.
struct ShutterFlash: View {
    @Environment(AppModel.self) private var app
    @State private var opacity = 0.0

    var body: some View {
        Color.black
            .opacity(opacity)
            .ignoresSafeArea()
            .allowsHitTesting(false)
            .accessibilityHidden(true)
            .onChange(of: app.pressCount) {
                opacity = 0.8
                Task {
                    // What changes twice within one update is not seen to have changed.
                    try? await Task.sleep(for: .milliseconds(60))
                    withAnimation(.easeOut(duration: 0.25)) { opacity = 0 }
                }
            }
    }
}
