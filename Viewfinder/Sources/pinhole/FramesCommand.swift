import AVFoundation
import ArgumentParser
import CommandSupport
import Diagnostics
import Dispatch
import Foundation
import Synchronization

/// `pinhole frames`
struct FramesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "frames",
        abstract: "Print the timing of a camera's frames, for diagnosis.",
        discussion: """
            One line a frame: number, capture time, milliseconds since the frame before, milliseconds from capture to \
            delivery, size and format. Drops are lines of their own. A summary follows.
            """
    )

    @OptionGroup var cameraOption: CameraOption

    @Option(help: "How many frames to print.")
    var count = 60

    @Option(help: "How many seconds to wait for them at most.")
    var timeout = 10.0

    @Option(help: "Session preset: high, medium, low, photo, 640x480, 1280x720, 1920x1080 or 3840x2160.")
    var preset = "high"

    func validate() throws {
        guard count > 0 else { throw ValidationError("--count must be at least 1.") }
        guard timeout > 0, timeout.isFinite else {
            throw ValidationError("--timeout must be a positive number of seconds.")
        }
        guard SessionPresets.byName[preset] != nil else {
            throw ValidationError(
                "--preset must be one of \(SessionPresets.byName.keys.sorted().joined(separator: ", "))."
            )
        }
    }

    func run() throws {
        let device = try cameraOption.device()
        // The first use of number formats loads much; frames must not be late for that.
        _ = FramePrinter.number(0, 3)
        let printer = FramePrinter(count: count)
        let run = try OneCameraRun(device: device, preset: SessionPresets.byName[preset] ?? .high)
        let output = AVCaptureVideoDataOutput()
        output.videoSettings = [:]
        output.setSampleBufferDelegate(printer, queue: DispatchQueue(label: "pinhole.frames"))
        try run.add(output)
        try run.start()
        defer { run.stop() }
        let outcome = printer.finished.wait(timeout: .now() + timeout)
        print(printer.summary)
        if let failure = run.failure { throw CommandError(failure) }
        if outcome == .timedOut {
            throw CommandError("Only \(printer.frameCount) of \(count) frames came in \(timeout) seconds.")
        }
    }
}

/// Prints frames as they come.
private final class FramePrinter: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate, Sendable {
    private struct State: Sendable {
        var frames = 0
        var drops = 0
        var first: CMTime?
        var last: CMTime?
    }

    let finished = DispatchSemaphore(value: 0)
    private let count: Int
    private let state = Mutex(State())

    init(count: Int) {
        self.count = count
    }

    var frameCount: Int { state.withLock { $0.frames } }

    var summary: String {
        let state = state.withLock { $0 }
        guard let first = state.first, let last = state.last, state.frames > 1 else {
            return "\(state.frames) frames, \(state.drops) dropped"
        }
        let rate = Double(state.frames - 1) / max(CMTimeGetSeconds(CMTimeSubtract(last, first)), 1e-9)
        return
            "\(state.frames) frames, \(state.drops) dropped, \(rate.formatted(.number.precision(.fractionLength(2)))) fps"
    }

    func captureOutput(
        _ output: AVCaptureOutput,
        didOutput sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection
    ) {
        let time = CMSampleBufferGetPresentationTimeStamp(sampleBuffer)
        let (number, previous) = state.withLock { state in
            defer { state.last = time }
            state.frames += 1
            state.first = state.first ?? time
            return (state.frames, state.last)
        }
        guard number <= count else { return }
        let delay = CMTimeGetSeconds(CMTimeSubtract(CMClockGetTime(CMClockGetHostTimeClock()), time)) * 1000
        let step = previous.map { CMTimeGetSeconds(CMTimeSubtract(time, $0)) * 1000 }
        print(
            "\(number)\t\(Self.number(CMTimeGetSeconds(time), 6)) s\t\(step.map { Self.number($0, 3) } ?? "-") ms\t"
                + "\(Self.number(delay, 3)) ms\t\(Self.picture(of: sampleBuffer))"
        )
        if number == count { finished.signal() }
    }

    func captureOutput(
        _ output: AVCaptureOutput,
        didDrop sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection
    ) {
        state.withLock { $0.drops += 1 }
        let reason = CMGetAttachment(
            sampleBuffer,
            key: kCMSampleBufferAttachmentKey_DroppedFrameReason,
            attachmentModeOut: nil
        )
        print(
            "dropped\t\(Self.number(CMTimeGetSeconds(CMSampleBufferGetPresentationTimeStamp(sampleBuffer)), 6)) s\t"
                + (reason as? String ?? "unknown reason")
        )
    }

    private static func picture(of sample: CMSampleBuffer) -> String {
        guard let format = CMSampleBufferGetFormatDescription(sample) else { return "?" }
        let size = CMVideoFormatDescriptionGetDimensions(format)
        return "\(size.width)x\(size.height) \(PixelFormatName.text(CMFormatDescriptionGetMediaSubType(format)))"
    }

    static func number(_ value: Double, _ digits: Int) -> String {
        value.formatted(.number.precision(.fractionLength(digits)).grouping(.never))
    }
}
