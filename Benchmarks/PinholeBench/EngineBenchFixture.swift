import AVFoundation
import CameraEngine
import CameraLifecycle
import CaptureDriver
import CoreMedia
import Dispatch
import Logging
import SimulatedDriver
import Synchronization

/// A camera engine on a simulated iPhone, and somebody who looks at its frames.
struct EngineBenchFixture {
    let phone: SimulatedPhone
    let engine: CameraEngine
    private let observer = FrameObserver()

    /// - Parameter clock: the phone's time; the engine's own is real.
    init(clock: any CaptureClock = HostCaptureClock()) async {
        LoggingSystem.bootstrap { _ in SwiftLogNoOpLogHandler() }
        phone = SimulatedPhone(profile: .iphone, clock: clock)
        phone.setAuthorization(.authorized, for: .video)
        CaptureSystem.use(phone.system)
        engine = CameraEngine()
        let observer = observer
        await engine.deliverFrames { sample, _ in observer.receive(sample) }
    }

    /// Does something that leads to frames, and waits for the first one.
    func untilFirstFrame(_ action: () -> Void) async throws -> FirstFrame {
        let timecode = observer.expectFrame()
        let asked = Self.now
        action()
        guard let frame = await timecode.value else { throw BenchFailure("no frame came") }
        return FirstFrame(asked: asked, frame)
    }

    /// Returns when engine and sessions have dealt with everything that happened.
    func settle() async {
        for _ in 0..<2 {
            await withCheckedContinuation { continuation in
                phone.system.unsettled.notify(queue: .global()) { continuation.resume() }
            }
            await engine.settle()
        }
    }

    /// Puts the app away, or brings it back, as the system and the app's own code do together.
    func setForeground(_ isForeground: Bool) {
        if isForeground {
            phone.foreground()
            engine.enterForeground()
        } else {
            engine.enterBackground()
            phone.background()
        }
    }

    /// The time on the frames' clock.
    static var now: CMTime { CMClockGetTime(CMClockGetHostTimeClock()) }
}

/// How long the first frame took, and where the time went, in milliseconds.
///
/// A camera's first frame is there when it has been exposed: its time is one frame duration after the sensor began.
struct FirstFrame {
    /// From the wish to the delegate.
    let total: Double
    /// From the wish until the sensor began: engine, session and the camera's own start.
    let untilSensor: Double
    /// Exposing one frame.
    let exposure: Double
    /// From the end of the exposure to the delegate: drawing the simulated picture, and delivering it.
    let delivery: Double

    fileprivate init(asked: CMTime, _ frame: FrameObserver.TimecodeReading) {
        let milliseconds = { (from: CMTime, to: CMTime) in CMTimeGetSeconds(CMTimeSubtract(to, from)) * 1e3 }
        total = milliseconds(asked, frame.seen)
        exposure = CMTimeGetSeconds(frame.duration) * 1e3
        untilSensor = milliseconds(asked, frame.time) - exposure
        delivery = milliseconds(frame.time, frame.seen)
    }
}

/// Sees frames in the delegate's place, and remembers the first one after somebody began to look out for it.
private final class FrameObserver: Sendable {
    struct TimecodeReading: Sendable {
        var time: CMTime
        var duration: CMTime
        var seen: CMTime
    }

    /// A reading that is still to come.
    struct PendingReading {
        fileprivate let stream: AsyncStream<TimecodeReading>

        var value: TimecodeReading? {
            get async { await stream.first { _ in true } }
        }
    }

    private let waiting = Mutex<AsyncStream<TimecodeReading>.Continuation?>(nil)

    func expectFrame() -> PendingReading {
        let (stream, continuation) = AsyncStream.makeStream(of: TimecodeReading.self)
        waiting.withLock { $0 = continuation }
        // Nothing that is measured takes this long; without it a missing frame would be waited for for ever.
        DispatchQueue.global().asyncAfter(deadline: .now() + 20) { continuation.finish() }
        return PendingReading(stream: stream)
    }

    func receive(_ sample: CMSampleBuffer) {
        let seen = EngineBenchFixture.now
        guard let continuation = waiting.withLock({ $0.take() }) else { return }
        let time = CMSampleBufferGetPresentationTimeStamp(sample)
        continuation.yield(TimecodeReading(time: time, duration: CMSampleBufferGetDuration(sample), seen: seen))
        continuation.finish()
    }
}
