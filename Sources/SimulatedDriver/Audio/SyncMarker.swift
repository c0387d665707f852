import CaptureDriver
import CoreMedia
import Synchronization

/// The sync marker of a simulated phone: at the same instants of its clock every camera's picture turns white, and every microphone
/// hears a click. For judging whether picture and sound belong together. Pure.
///
/// The instants are `epoch + n * interval`, n from 1. The click begins with the first frame of sound that is not earlier than
/// the instant, at nearly full scale (``amplitude``). The flash is the frame of picture that is nearest to the instant, so
/// at most half a frame duration away from it and on average not at all; at more than 30 frames per second so many frames that it lasts a
/// thirtieth of a second. The picture's timecode strip stays readable.
struct SyncMarker: Sendable, Hashable {
    /// How loud the click begins; full scale is 1.
    static let amplitude = 0.9
    /// How long the click lasts, in nanoseconds; its loudness falls evenly.
    static let clickDuration: Int64 = 5_000_000
    /// The click's frequency.
    static let frequency = 1_250.0
    /// The flash lasts at least so long, in nanoseconds.
    static let flashDuration: Int64 = 33_333_333

    /// Zero of the count, in nanoseconds of the capture clock.
    var epoch: Int64
    /// From one marker to the next, in nanoseconds.
    var interval: Int64

    /// The marker that begins last, not later than a time; `nil` before the first.
    func last(notAfter time: Int64) -> Int64? {
        let elapsed = time - epoch
        guard elapsed >= interval else { return nil }
        return epoch + elapsed / interval * interval
    }

    /// Whether a marker lights up the frame that was taken at a time.
    func isFlash(at time: Int64, duration: Int64) -> Bool {
        let nearest = time + duration / 2
        guard let syncMarker = last(notAfter: nearest) else { return false }
        return nearest - syncMarker < max(duration, Self.flashDuration)
    }
}

/// Puts out a phone's sync markers, for all its devices.
final class SyncMarkerGenerator: Sendable {
    private let epoch: Int64
    private let syncMarker = Mutex<SyncMarker?>(nil)

    /// - Parameter epoch: zero of the count.
    init(epoch: CMTime) {
        self.epoch = epoch.nanoseconds
    }

    /// Seconds from one marker to the next; `nil` for none.
    var interval: Double? {
        get { syncMarker.withLock { $0 }.map { Double($0.interval) / 1e9 } }
        set {
            // Ten a second can still be told apart.
            let nanoseconds = newValue.map { Int64((max($0, 0.1) * 1e9).rounded()) }
            syncMarker.withLock { [epoch] in $0 = nanoseconds.map { SyncMarker(epoch: epoch, interval: $0) } }
        }
    }

    /// The marker that is in force.
    var current: SyncMarker? { syncMarker.withLock { $0 } }

    /// Whether a marker lights up the frame that was taken at a time.
    func isFlash(at time: CMTime, duration: CMTime) -> Bool {
        current?.isFlash(at: time.nanoseconds, duration: duration.nanoseconds) ?? false
    }
}
