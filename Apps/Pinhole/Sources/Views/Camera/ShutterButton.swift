import SwiftUI

/// The large button: takes a photo or a scan, begins or ends a movie.
struct ShutterButton: View {
    @Environment(AppModel.self) private var app
    @Environment(\.accessibilityReduceMotion) private var reduceMotion
    let layout: ScreenLayout

    var body: some View {
        Button {
            app.pressShutter()
        } label: {
            ZStack {
                Circle()
                    .stroke(Color.white, lineWidth: 4)
                ShutterCore(diameter: layout.shutterDiameter - 12)
            }
            .frame(width: layout.shutterDiameter, height: layout.shutterDiameter)
            .contentShape(Circle())
        }
        .buttonStyle(.plain)
        .opacity(app.shutterIsEnabled ? 1 : 0.4)
        .disabled(!app.shutterIsEnabled)
        .animation(reduceMotion ? nil : .default, value: app.recording.isRecording)
        .accessibilityLabel(Text(app.shutterTitle))
        .accessibilityValue(Text(app.shutterValue))
        .accessibilityAddTraits(.startsMediaSession)
        .accessibilityIdentifier("shutter")
    }
}

/// White for photos and scans, red for movies, square while one is recorded.
private struct ShutterCore: View {
    @Environment(AppModel.self) private var app
    let diameter: CGFloat

    var body: some View {
        if app.recording.isRecording {
            RoundedRectangle(cornerRadius: 8)
                .fill(Color.red)
                .frame(width: diameter * 0.5, height: diameter * 0.5)
        } else if app.modes.mode.recordsMovies {
            Circle()
                .fill(Color.red)
                .frame(width: diameter, height: diameter)
        } else {
            ZStack {
                Circle()
                    .fill(app.modes.mode == .scan ? Color.yellow : Color.white)
                    .frame(width: diameter, height: diameter)
                if app.shutter.isBusy, app.modes.mode == .photo {
                    ProgressView()
                        .tint(.black)
                }
                if app.modes.mode == .scan {
                    Image(systemName: "text.viewfinder")
                        .font(.system(size: diameter * 0.4, weight: .medium))
                        .foregroundStyle(.black)
                }
            }
        }
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
