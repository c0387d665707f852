/// A size in a format, as the camera's descriptors list them.
struct VideoMode: Hashable {
    /// How pictures are sent. The raw value is the format's number in the descriptors.
    enum Format: UInt8, CaseIterable {
        /// Two bytes per pixel, chroma for every other one.
        case yuyv = 1
        /// A JPEG per picture.
        case motionJPEG = 2
    }

    var format: Format
    var width: Int
    var height: Int

    /// The sizes of a format, in the order of their numbers, which begin with 1.
    static func modes(_ format: Format) -> [VideoMode] {
        let sizes =
            switch format {
            case .yuyv: [(640, 480), (320, 240), (1_920, 1_080)]
            case .motionJPEG: [(640, 480), (1_280, 720), (1_920, 1_080)]
            }
        return sizes.map { VideoMode(format: format, width: $0, height: $1) }
    }

    /// Durations of a frame in units of 100 ns, shortest first: 30 and 15 per second.
    static let frameIntervals: [UInt32] = [333_333, 666_666]

    /// Bytes of the largest frame.
    var frameByteCount: Int {
        switch format {
        case .yuyv: width * height * 2
        case .motionJPEG: width * height
        }
    }
}
