/// What host and camera agree upon before a stream: the probe and commit control of USB Video Class 1.0.
struct StreamParameters: Equatable {
    /// Bytes of the control.
    static let byteCount = 26
    /// Bytes of the largest payload, header included.
    static let payloadByteCount = 16_384

    private(set) var mode: VideoMode
    /// The duration of a frame in units of 100 ns.
    private(set) var frameInterval: UInt32
    private var hint: UInt16 = 0

    /// The camera's preference.
    init() {
        mode = VideoMode.modes(.yuyv)[0]
        frameInterval = VideoMode.frameIntervals[0]
    }

    /// Takes the host's wishes as far as the camera can fulfil them; where it can't, its own preference stands.
    init(negotiating bytes: [UInt8]) {
        var reader = LittleEndianReader(bytes)
        hint = reader.number()
        let formatNumber: UInt8 = reader.number()
        let frameNumber: UInt8 = reader.number()
        let interval: UInt32 = reader.number()
        let modes = VideoMode.modes(VideoMode.Format(rawValue: formatNumber) ?? .yuyv)
        mode = modes.indices.contains(Int(frameNumber) - 1) ? modes[Int(frameNumber) - 1] : modes[0]
        let nearest = VideoMode.frameIntervals.min {
            abs(Int64($0) - Int64(interval)) < abs(Int64($1) - Int64(interval))
        }
        frameInterval = nearest ?? VideoMode.frameIntervals[0]
    }

    /// The control as it is sent.
    var bytes: [UInt8] {
        var writer = LittleEndianWriter()
        writer.append(hint)
        writer.append([mode.format.rawValue, frameNumber])
        writer.append(frameInterval)
        // Key frames, P frames, compression's quality and window, delay.
        writer.append([UInt8](repeating: 0, count: 10))
        writer.append(UInt32(mode.frameByteCount))
        writer.append(UInt32(Self.payloadByteCount))
        return writer.bytes
    }

    private var frameNumber: UInt8 {
        UInt8((VideoMode.modes(mode.format).firstIndex(of: mode) ?? 0) + 1)
    }
}
