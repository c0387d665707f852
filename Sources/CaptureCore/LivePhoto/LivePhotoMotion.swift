import CoreMedia
import CoreVideo

/// How much a camera moved lately, for the trimming of Live Photos' movies: shots of shoes and pockets are left out.
///
/// UNKNOWN: Apple's measure of excessive motion. Here it is a picture that is quite another one than the picture before, several
/// times in a row.
package struct LivePhotoMotion: Sendable {
    /// From so much on, of 255, a picture is another one than the picture before. People who walk through a picture, and a slow
    /// pan, stay below.
    static let excessive = 24.0
    /// So many pictures in a row: a flash or a cut is no motion.
    static let shortest = 5
    /// No movie looks back farther than this.
    private static let remembered = CMTimeMultiply(LivePhotoRecording.reach, multiplier: 3)

    private var moments: [(time: CMTime, strength: Double)] = []

    /// Nothing has been seen yet.
    package init() {}

    /// Takes note of how much the picture of a time differs from the one before.
    package mutating func record(_ strength: Double, at time: CMTime) {
        moments.append((time, strength))
        // Now and then, so that it costs nothing.
        guard moments.count >= 512 else { return }
        let limit = time - Self.remembered
        moments.removeAll { $0.time < limit }
    }

    /// What lies between the excessive motion before a time and that behind it; `nil` if there is none.
    package func calm(around still: CMTime) -> CMTimeRange? {
        let stretches = stretches
        let before = stretches.last { $0.end <= still }?.end
        let behind = stretches.first { $0.start > still }?.start
        guard before != nil || behind != nil else { return nil }
        return CMTimeRange(
            start: before ?? still - LivePhotoRecording.reach,
            end: behind ?? still + LivePhotoRecording.reach
        )
    }

    /// Where the motion was excessive.
    private var stretches: [CMTimeRange] {
        moments.split { $0.strength < Self.excessive }.compactMap { stretch in
            guard stretch.count >= Self.shortest, let first = stretch.first, let last = stretch.last else { return nil }
            return CMTimeRange(start: first.time, end: last.time)
        }
    }
}

/// Measures how much pictures differ from those before them. One thread at a time.
package final class LivePhotoMotionMeter {
    private static let columns = 16
    private static let rows = 12
    /// Samples of each part of the picture, across and down: their mean is free of noise.
    private static let samples = 6

    private var former: [Double] = []
    private var current = [Double](repeating: 0, count: columns * rows)

    /// No picture has been seen yet.
    package init() {}

    /// The mean difference of a picture's brightness from the one before, part by part, from 0 to 255; `nil` for the first picture
    /// and for formats whose brightness can't be read.
    package func measure(_ pixels: CVPixelBuffer) -> Double? {
        CVPixelBufferLockBaseAddress(pixels, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(pixels, .readOnly) }
        guard readParts(of: pixels) else { return nil }
        defer { swap(&former, &current) }
        guard former.count == current.count else {
            former = [Double](repeating: 0, count: current.count)
            return nil
        }
        var sum = 0.0
        for index in current.indices { sum += abs(current[index] - former[index]) }
        return sum / Double(current.count)
    }

    private func readParts(of pixels: CVPixelBuffer) -> Bool {
        let isPlanar = CVPixelBufferIsPlanar(pixels)
        let isBGRA = CVPixelBufferGetPixelFormatType(pixels) == kCVPixelFormatType_32BGRA
        guard isPlanar || isBGRA,
            let base = isPlanar
                ? CVPixelBufferGetBaseAddressOfPlane(pixels, 0) : CVPixelBufferGetBaseAddress(pixels)
        else { return false }
        let stride = isPlanar ? CVPixelBufferGetBytesPerRowOfPlane(pixels, 0) : CVPixelBufferGetBytesPerRow(pixels)
        // Green stands for brightness.
        let (step, offset) = isPlanar ? (1, 0) : (4, 1)
        let (width, height) = (CVPixelBufferGetWidth(pixels), CVPixelBufferGetHeight(pixels))
        guard width >= Self.columns * Self.samples, height >= Self.rows * Self.samples else { return false }
        let bytes = base.assumingMemoryBound(to: UInt8.self)
        let (acrossCount, downCount) = (Self.columns * Self.samples, Self.rows * Self.samples)
        for index in current.indices { current[index] = 0 }
        for down in 0..<downCount {
            let row = bytes + (height * down / downCount) * stride + offset
            let part = down / Self.samples * Self.columns
            for across in 0..<acrossCount {
                current[part + across / Self.samples] += Double(row[width * across / acrossCount * step])
            }
        }
        let count = Double(Self.samples * Self.samples)
        for index in current.indices { current[index] /= count }
        return true
    }
}
