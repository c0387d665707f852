import CaptureDriver
import CoreMedia
import CoreVideo

extension Examination {
    /// A format of frames with one of the depth formats that it has.
    private struct DepthPair {
        var format: CaptureFormat
        var depth: CaptureFormat
    }

    /// Each kind and size of depth maps, with the smallest fluent frames that they come with.
    private func depthPairs() throws -> [DepthPair] {
        let formats = try description().formats.sorted { $0.dimensions.area < $1.dimensions.area }
        let (fluent, slow) = (formats.filter { $0.highestRate >= 15 }, formats.filter { $0.highestRate < 15 })
        var pairs: [DepthPair] = []
        for format in fluent + slow {
            for depth in format.traits.depthFormats {
                let isKnown = pairs.contains {
                    $0.depth.mediaSubType == depth.mediaSubType && $0.depth.dimensions == depth.dimensions
                }
                if !isKnown { pairs.append(DepthPair(format: format, depth: depth)) }
            }
        }
        return pairs
    }

    /// Streams the smallest frames that depth maps come with.
    ///
    /// - Parameter interval: seconds from one map to the next at least; `nil` for as many as the depth format has.
    private func depthStream(
        _ handle: any CaptureDeviceHandle,
        interval: Double? = nil,
        log: StreamLog
    ) throws -> Stream {
        guard let pair = try depthPairs().first else { throw Abandoned() }
        let least = interval.map { CMTime(seconds: $0, preferredTimescale: 1_000_000_000) } ?? .invalid
        let request = CaptureDepthRequest(format: pair.depth, minimumInterval: least)
        return try start(handle, pair.format, depth: request, log: log)
    }

    // MARK: Formats

    func depthFormats() throws {
        for format in try description().formats {
            for depth in format.traits.depthFormats {
                for finding in DepthFormatRule.findings(depth, of: format) { record(finding, format) }
            }
        }
        try opened { handle in
            for pair in try depthPairs() {
                do {
                    try examine(pair, handle)
                } catch is Abandoned {
                    // The next format may be better.
                    handle.stopStream()
                }
            }
            try expectUnlistedDepthRefused(handle)
        }
    }

    private func examine(_ pair: DepthPair, _ handle: any CaptureDeviceHandle) throws {
        let log = makeLog(.first(1))
        let stream = try start(handle, pair.format, depth: CaptureDepthRequest(format: pair.depth), log: log)
        try wait(stream, frames: 1)
        handle.stopStream()
        log.close()
        recordMisuse(of: log, pair.format)
        guard case .map(let map)? = log.heldFrames.first?.frame.depth else {
            return record("The first frame has no depth map of \(pair.depth.dimensions).", pair.format)
        }
        for finding in DepthFindings(map, of: pair.depth).all { record(finding, pair.format) }
    }

    private func expectUnlistedDepthRefused(_ handle: any CaptureDeviceHandle) throws {
        guard let pair = try depthPairs().first else { return }
        var depth = pair.depth
        depth.dimensions.width += 1
        let request = CaptureStreamRequest(format: pair.format, depth: CaptureDepthRequest(format: depth))
        expectError(.unsupportedFormat, from: "Asking for depth maps in a format that isn't listed", pair.format) {
            _ = try handle.startStream(request, sink: makeLog())
        }
    }

    // MARK: Times

    func depthIntervals() throws {
        // As often as they can come, and at each third frame.
        for frames in [nil, 3.0] {
            try opened { handle in
                guard let pair = try depthPairs().first else { return }
                let period = pair.format.frameDurations.first?.shortest.seconds ?? 1.0 / 30
                let shortest = pair.depth.frameDurations.first?.shortest.seconds ?? period
                let interval = frames.map { $0 * period }
                let log = makeLog()
                let stream = try depthStream(handle, interval: interval, log: log)
                try wait(stream, frames: 30)
                handle.stopStream()
                let findings = DepthAccounting(frames: log.frames).findings(
                    interval: max(shortest, interval ?? 0),
                    slack: max(1e-6, limits.jitter * stream.period)
                )
                for finding in findings.prefix(5) { record(finding, pair.format) }
                recordAccounts(stream)
            }
        }
        try streaming { stream in
            try wait(stream, frames: 8)
            recordUnaskedMaps(stream)
        }
    }

    private func recordUnaskedMaps(_ stream: Stream) {
        for finding in DepthAccounting(frames: stream.log.frames).unaskedFindings.prefix(1) {
            record(finding, stream.request.format)
        }
    }

    // MARK: Memory

    func heldDepthMaps() throws {
        for count in limits.heldFrames {
            try opened { handle in
                let log = makeLog(.first(count))
                let stream = try depthStream(handle, log: log)
                defer { handle.stopStream() }
                try examineHolding(stream, count)
                let lost = log.frames.filter { $0.depth == .lost }
                expect(
                    count > Self.granted || lost.isEmpty,
                    "\(lost.count) depth maps were lost when \(count) frames were held.",
                    stream.request.format
                )
                expect(
                    log.frames.suffix(3).allSatisfy { $0.depth != .lost },
                    "Depth maps are still lost after \(count) frames were released.",
                    stream.request.format
                )
                handle.stopStream()
                log.close()
                recordMisuse(of: log, stream.request.format)
            }
        }
    }

    func depthAfterStop() throws {
        let log = makeLog(.first(Self.granted))
        var format: CaptureFormat?
        try opened { handle in
            let stream = try depthStream(handle, log: log)
            format = stream.request.format
            try wait(stream, frames: Self.granted + 1)
            handle.stopStream()
            log.close()
            expectSilence(stream, after: "stopStream() had returned")
            expectIntact(log, "the stream was stopped", stream.request.format)
            let plain = try start(handle, stream.request.format, log: makeLog())
            try wait(plain, frames: 8)
            handle.stopStream()
            recordUnaskedMaps(plain)
            let again = try depthStream(handle, log: makeLog())
            try wait(again, frames: 8)
            handle.stopStream()
            expectIntact(log, "another stream ran", stream.request.format)
        }
        if let format {
            expectIntact(log, "the device was closed", format)
            recordMisuse(of: log, format)
        }
    }
}

/// What doesn't agree between a depth format and a map that was delivered as such.
struct DepthFindings {
    /// Sentences; empty if all is well.
    private(set) var all: [String] = []

    init(_ map: CVPixelBuffer, of format: CaptureFormat) {
        let type = CVPixelBufferGetPixelFormatType(map)
        let (width, height) = (CVPixelBufferGetWidth(map), CVPixelBufferGetHeight(map))
        guard type == format.mediaSubType else {
            all = ["The depth map is of the type \(String(type, radix: 16))."]
            return
        }
        guard width == Int(format.dimensions.width), height == Int(format.dimensions.height) else {
            all = ["The depth map is \(width)x\(height)."]
            return
        }
        let numbers = Self.numbers(map, isHalf: DepthFormatRule.isHalf(type))
        if numbers.contains(where: { !$0.isNaN && !($0.isFinite && $0 > 0) }) {
            all.append("The depth map has numbers that are no distances.")
        }
        if numbers.allSatisfy(\.isNaN) { all.append("Nothing was measured in the depth map.") }
    }

    private static func numbers(_ map: CVPixelBuffer, isHalf: Bool) -> [Float] {
        CVPixelBufferLockBaseAddress(map, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(map, .readOnly) }
        guard let base = CVPixelBufferGetBaseAddress(map) else { return [] }
        let (width, rowBytes) = (CVPixelBufferGetWidth(map), CVPixelBufferGetBytesPerRow(map))
        return (0..<CVPixelBufferGetHeight(map)).flatMap { y in
            let row = base + y * rowBytes
            return (0..<width).map { x in
                isHalf
                    ? Float(Float16(bitPattern: row.load(fromByteOffset: 2 * x, as: UInt16.self)))
                    : row.load(fromByteOffset: 4 * x, as: Float.self)
            }
        }
    }
}

/// What makes a format one of depth maps.
enum DepthFormatRule {
    private static let halves = [kCVPixelFormatType_DepthFloat16, kCVPixelFormatType_DisparityFloat16]
    private static let singles = [kCVPixelFormatType_DepthFloat32, kCVPixelFormatType_DisparityFloat32]

    /// Whether numbers have 16 bits.
    static func isHalf(_ type: OSType) -> Bool { halves.contains(type) }

    /// What is wrong with a depth format of a format.
    static func findings(_ depth: CaptureFormat, of format: CaptureFormat) -> [String] {
        var findings: [String] = []
        if !(halves + singles).contains(depth.mediaSubType) {
            findings.append("A depth format is of the type \(String(depth.mediaSubType, radix: 16)).")
        }
        if depth.frameDurations.isEmpty { findings.append("A depth format has no frame durations.") }
        let (map, frame) = (depth.dimensions, format.dimensions)
        // Of a size that rounds to whole pixels, the aspect ratio is within one of them.
        let height = Double(map.width) * Double(frame.height) / Double(frame.width)
        if abs(height - Double(map.height)) > 1 {
            findings.append("Depth maps of \(map) have another aspect ratio than the frames.")
        }
        return findings
    }
}

/// Judges when a stream's depth maps came. Pure.
struct DepthAccounting {
    let frames: [FrameRecord]

    /// What is wrong with which frames have maps: the first one, and those that come an interval after the last map or later. A map
    /// that was reported as lost counts as one.
    ///
    /// - Parameters:
    ///   - interval: the least time from one map to the next, in seconds.
    ///   - slack: by how much frames' times may stray, in seconds.
    func findings(interval: Double, slack: Double) -> [String] {
        var findings: [String] = []
        var last: CMTime?
        for frame in frames {
            let age = last.map { CMTimeSubtract(frame.time, $0).seconds }
            switch frame.depth {
            case .map, .lost:
                if let age, age < interval - slack {
                    findings.append(
                        "Frame \(frame.sequence) has a depth map \(rounded(age * 1000)) ms after the last one, "
                            + "asked for was one in \(rounded(interval * 1000)) ms."
                    )
                }
                last = frame.time
            case .none:
                guard age.map({ $0 > interval + slack }) ?? true else { continue }
                findings.append("Frame \(frame.sequence) has no depth map, though one is due.")
                last = frame.time
            }
        }
        return findings
    }

    /// What is wrong with a stream that nobody asked for maps.
    var unaskedFindings: [String] {
        frames.filter { $0.depth != .none }.map { "Frame \($0.sequence) has a depth map that nobody asked for." }
    }
}
