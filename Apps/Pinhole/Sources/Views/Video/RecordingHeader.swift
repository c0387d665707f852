import CameraEngine
import SwiftUI

/// How long the movie is, how loud it is, and how much room there is.
struct RecordingHeader: View {
    @Environment(AppModel.self) private var app

    var body: some View {
        VStack(spacing: 8) {
            HStack(spacing: 12) {
                if app.showsTwoPictures { MultiCamBadge() }
                RecordingTime()
                if let level = app.recording.level { LevelMeter(level: level) }
                if let free = app.recording.freeByteCount {
                    FreeSpace(byteCount: free, isLow: app.recording.isLow)
                }
            }
            .padding(.horizontal, 14)
            .frame(minHeight: 36)
            .glassBackground(in: Capsule())
            if let problem = app.recording.soundProblem {
                MessageBanner(message: problem, symbol: "mic.slash", symbolColor: .orange)
                    .accessibilityIdentifier("sound-problem")
            }
        }
        .task { await app.recording.watch() }
    }
}

private struct RecordingTime: View {
    @Environment(AppModel.self) private var app

    var body: some View {
        HStack(spacing: 6) {
            if app.recording.isRecording {
                Circle()
                    .fill(app.recording.isPaused ? Color.orange : Color.red)
                    .frame(width: 9, height: 9)
            }
            Text(verbatim: app.recording.time)
                .font(.headline)
                .monospacedDigit()
                .foregroundStyle(.white)
        }
        .accessibilityElement(children: .ignore)
        .accessibilityLabel("Recording time")
        .accessibilityValue(Text(verbatim: app.recording.time))
        .accessibilityAddTraits(.updatesFrequently)
        .accessibilityIdentifier("recording-time")
    }
}

/// A bar that follows the sound.
private struct LevelMeter: View {
    let level: Double

    var body: some View {
        ZStack(alignment: .leading) {
            Capsule()
                .fill(Color.white.opacity(0.25))
            Capsule()
                .fill(level > 0.95 ? Color.red : Color.green)
                .frame(width: 48 * level)
        }
        .frame(width: 48, height: 6)
        .accessibilityElement(children: .ignore)
        .accessibilityLabel("Sound level")
        .accessibilityValue("\(Int(level * 100)) percent")
        .accessibilityAddTraits(.updatesFrequently)
        .accessibilityIdentifier("level")
    }
}

private struct FreeSpace: View {
    let byteCount: Int64
    let isLow: Bool

    var body: some View {
        HStack(spacing: 4) {
            if isLow {
                Image(systemName: "exclamationmark.triangle.fill")
                    .foregroundStyle(.orange)
            }
            Text("\(RecordingModel.size(byteCount)) free")
                .font(.footnote)
                .lineLimit(1)
                .foregroundStyle(isLow ? Color.orange : Color.white)
        }
        .accessibilityElement(children: .combine)
        .accessibilityIdentifier("free-space")
    }
}

/// Pauses the movie, and lets it go on.
struct PauseButton: View {
    @Environment(AppModel.self) private var app

    var body: some View {
        RoundButton(
            title: app.recording.isPaused ? "Resume recording" : "Pause recording",
            symbol: app.recording.isPaused ? "play.fill" : "pause.fill",
            side: 52
        ) {
            app.recording.pauseOrResume()
        }
        .accessibilityIdentifier("pause")
    }
}
