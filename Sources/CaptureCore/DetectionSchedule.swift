import CaptureDriver
import CoreMedia
import CoreVideo
import Foundation
import Synchronization

/// Which frames of a camera are looked at for objects: one at a time, at most 15 a second, and fewer where looking takes so long that it
/// would cost more than an eighth of a processor.
package struct DetectionSchedule: Sendable {
    /// Between two looks, in seconds. A little less than at 15 looks a second, as frames do not come quite evenly.
    private static let shortestInterval = 1.0 / 15 - 0.005
    /// How many times as long as a look took nobody looks again.
    private static let rest = 8.0

    private var latest: Double?
    private var next = 0.0
    private var latestCost = 0.0
    /// Whether a look is under way.
    package private(set) var isDetecting = false

    /// Nothing was looked at yet.
    package init() {}

    /// Whether a frame is to be looked at now; then `finish(cost:)` must follow.
    package mutating func begins(at time: CMTime) -> Bool {
        guard !isDetecting, time.isNumeric else { return false }
        let seconds = time.seconds
        // Time goes backwards where another stream begins.
        if let latest, seconds >= latest, seconds < next { return false }
        (latest, next, isDetecting) = (seconds, seconds + Self.shortestInterval, true)
        return true
    }

    /// The look is over. One alone may have been dear by accident, two in a row are believed.
    ///
    /// - Parameter cost: how long a processor was busy with it, in seconds.
    package mutating func finish(cost: Double) {
        isDetecting = false
        if let latest { next = max(next, latest + Self.rest * min(cost, latestCost)) }
        latestCost = cost
    }

    /// Other frames come from now on. A look that is under way goes on.
    package mutating func reset() {
        latest = nil
    }
}

/// What a frame looks like at a glance: how bright it is in 64 places, and its mean colour. Pure.
package struct FrameSummary: Sendable, Hashable {
    /// So many places in a row, and so many rows.
    private static let side = 8
    /// So many pixels along each side of a place are looked at.
    private static let detail = 4
    /// The mean difference of luma, in levels, from which on a picture counts as another.
    private static let otherImage = 20.0

    /// Luma of the places, row by row.
    package let luma: SIMD64<UInt8>
    /// Mean red, green and blue light, from above 0 (black) to 1.
    package let meanColor: SIMD3<Double>

    /// Looks at some 1000 pixels of a picture, which takes microseconds.
    ///
    /// - Returns: `nil` for a picture that is not of 8 bit with luma and chroma in two planes.
    package init?(_ buffer: CVPixelBuffer) {
        let isFullRange: Bool
        switch CVPixelBufferGetPixelFormatType(buffer) {
        case kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange: isFullRange = false
        case kCVPixelFormatType_420YpCbCr8BiPlanarFullRange: isFullRange = true
        default: return nil
        }
        CVPixelBufferLockBaseAddress(buffer, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
        let (width, height) = (CVPixelBufferGetWidth(buffer), CVPixelBufferGetHeight(buffer))
        let samples = Self.side * Self.detail
        guard width >= samples, height >= samples, let lumaPlane = CVPixelBufferGetBaseAddressOfPlane(buffer, 0),
            let chromaPlane = CVPixelBufferGetBaseAddressOfPlane(buffer, 1)
        else { return nil }
        let lumaStride = CVPixelBufferGetBytesPerRowOfPlane(buffer, 0)
        let chromaStride = CVPixelBufferGetBytesPerRowOfPlane(buffer, 1)
        var luma = SIMD64<UInt8>(repeating: 0)
        var sum = SIMD3<Int>(repeating: 0)
        for place in 0..<luma.scalarCount {
            var placeSum = 0
            for sample in 0..<Self.detail * Self.detail {
                let row = place / Self.side * Self.detail + sample / Self.detail
                let column = place % Self.side * Self.detail + sample % Self.detail
                let (x, y) = ((2 * column + 1) * width / (2 * samples), (2 * row + 1) * height / (2 * samples))
                let chroma = chromaPlane + y / 2 * chromaStride + x & ~1
                placeSum += Int(lumaPlane.load(fromByteOffset: y * lumaStride + x, as: UInt8.self))
                sum.y += Int(chroma.load(as: UInt8.self))
                sum.z += Int(chroma.load(fromByteOffset: 1, as: UInt8.self))
            }
            luma[place] = UInt8(placeSum / (Self.detail * Self.detail))
            sum.x += placeSum
        }
        self.luma = luma
        meanColor = Self.color(SIMD3<Double>(sum) / Double(samples * samples), isFullRange: isFullRange)
    }

    /// Whether it shows something else than another.
    package func isOtherImage(than other: FrameSummary) -> Bool {
        let (first, second) = (SIMD64<Int16>(truncatingIfNeeded: luma), SIMD64<Int16>(truncatingIfNeeded: other.luma))
        let difference = first &- second
        let distance = difference.replacing(with: 0 &- difference, where: difference .< 0).wrappedSum()
        return Double(distance) / 64 >= Self.otherImage
    }

    /// Light of mean luma and chroma by ITU-R 601, as cameras here code it; gamma is taken to be 2.2.
    private static func color(_ mean: SIMD3<Double>, isFullRange: Bool) -> SIMD3<Double> {
        let luma = isFullRange ? mean.x / 255 : (mean.x - 16) / 219
        let chroma = isFullRange ? 255.0 : 224.0
        let (blue, red) = ((mean.y - 128) / chroma, (mean.z - 128) / chroma)
        let light = { (coded: Double) in pow(min(max(coded, 0.01), 1), 2.2) }
        return SIMD3(
            light(luma + 1.402 * red),
            light(luma - 0.344 * blue - 0.714 * red),
            light(luma + 1.772 * blue)
        )
    }
}

/// Looks at a camera's frames now and then, and notices when the picture has become another.
package final class SceneChangeDetector: Sendable {
    private struct State: Sendable {
        /// When was looked last, and until when not again.
        var lastTime = CMTime.invalid
        var nextTime = CMTime.invalid
        var last: FrameSummary?
        /// What the picture was when comparing began, or when it last became another.
        var reference: FrameSummary?

        /// A time before the last look is that of another stream.
        func isDue(_ time: CMTime) -> Bool {
            !(nextTime.isNumeric && CMTimeCompare(time, nextTime) < 0 && CMTimeCompare(time, lastTime) >= 0)
        }
    }

    /// How often is looked.
    private static let interval = CMTime(value: 1, timescale: 5)

    private let state = Mutex(State())

    package init() {}

    /// What was seen last.
    package var last: FrameSummary? { state.withLock { $0.last } }

    /// Compares with what comes next from now on.
    package func forgetReference() {
        state.withLock { $0.reference = nil }
    }

    /// Looks at a frame if it is time to.
    ///
    /// - Parameter comparing: whether anybody wants to know of another picture.
    /// - Returns: whether the picture has become another.
    package func check(_ frame: CaptureFrame, comparing: Bool) -> Bool {
        let time = frame.presentationTime
        return state.withLock { state in
            guard state.isDue(time), case .image(let buffer) = frame.content else { return false }
            (state.lastTime, state.nextTime) = (time, CMTimeAdd(time, Self.interval))
            guard let summary = FrameSummary(buffer) else { return false }
            state.last = summary
            guard comparing else { return false }
            guard let reference = state.reference else {
                state.reference = summary
                return false
            }
            guard summary.isOtherImage(than: reference) else { return false }
            state.reference = summary
            return true
        }
    }
}
