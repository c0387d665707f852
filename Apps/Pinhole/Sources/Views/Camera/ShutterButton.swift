import SwiftUI

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
