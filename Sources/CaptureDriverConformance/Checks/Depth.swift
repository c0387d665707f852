import CaptureDriver
import CoreMedia

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
