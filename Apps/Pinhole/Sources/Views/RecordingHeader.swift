import CameraEngine
import SwiftUI

/// How long the movie is, how loud it is, and how much room there is.
struct RecordingHeader: View {
    @Environment(AppModel.self) private var app
    let layout: ScreenLayout

    var body: some View {
        Group {
            if layout.hasLargeText {
                VStack(spacing: 4) {
                    HStack(spacing: 12) { RecordingState() }
                    HStack(spacing: 12) { RecordingRoom() }
                }
                .padding(.vertical, 8)
            } else {
                HStack(spacing: 12) {
                    RecordingState()
                    RecordingRoom()
                }
            }
        }
        .padding(.horizontal, 14)
        .frame(minHeight: 36)
        .glassBackground(in: RoundedRectangle(cornerRadius: 18))
        // In one row up to large text, in two above that. Still larger, it would hide the picture.
        .dynamicTypeSize(...(layout.hasLargeText ? DynamicTypeSize.accessibility1 : .large))
        .task { await app.recording.watch() }
    }
}

/// How long the movie is, and whether both cameras are in it.
private struct RecordingState: View {
    @Environment(AppModel.self) private var app

    var body: some View {
        if app.showsTwoPreviews { MultiCamBadge() }
        RecordingTime()
    }
}

/// How loud it is, and how much room there is.
private struct RecordingRoom: View {
    @Environment(AppModel.self) private var app

    var body: some View {
        if let level = app.recording.level { LevelMeter(level: level, isLoud: app.recording.isTooLoud) }
        if let free = app.recording.freeByteCount { FreeSpace(byteCount: free, isLow: app.recording.isLow) }
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
    let isLoud: Bool
    @ScaledMetric(relativeTo: .headline) private var width = 48.0

    var body: some View {
        ZStack(alignment: .leading) {
            Capsule()
                .fill(Color.white.opacity(0.25))
            Capsule()
                .fill(isLoud ? Color.red : Color.green)
                .frame(width: width * level)
        }
        .frame(width: width, height: 6)
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
                    .accessibilityLabel("Little room is left")
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

/// The size and the rate of movies, only where there is a choice; and why a choice was refused.
struct MovieFormatPickers: View {
    @Environment(AppModel.self) private var app

    var body: some View {
        @Bindable var format = app.movieFormat
        if !format.sizes.isEmpty {
            Picker("Movie size", selection: $format.size) {
                Text("Automatic").tag(PhotoSize?.none)
                ForEach(format.sizes, id: \.self) { size in
                    Text(verbatim: size.movieTitle).tag(PhotoSize?.some(size))
                }
            }
            .disabled(!format.isEnabled)
            .accessibilityIdentifier("setting-movie-size")
        }
        if !format.rates.isEmpty {
            Picker("Frames a second", selection: $format.rate) {
                ForEach(format.rates, id: \.self) { Text(verbatim: "\($0)").tag($0) }
            }
            .disabled(!format.isEnabled)
            .accessibilityIdentifier("setting-movie-rate")
        }
        if let refusal = format.refusal {
            MessageRow(message: refusal, symbol: "exclamationmark.triangle")
                .accessibilityIdentifier("movie-format-refusal")
        }
    }
}

/// Why movies are not recorded as they were chosen, if that is so.
struct MovieFormatRemark: View {
    @Environment(AppModel.self) private var app

    var body: some View {
        if let remark = app.movieFormat.remark {
            Text(remark.title)
                .accessibilityIdentifier("movie-format-remark")
        }
    }
}
