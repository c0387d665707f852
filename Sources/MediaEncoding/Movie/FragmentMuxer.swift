internal import CLibAV
import CoreMedia
import Foundation

/// A part of a movie that plays by itself after the movie's beginning.
struct MovieFragment {
    /// The whole of it: boxes `moof` and `mdat`.
    var bytes: Data
    /// Its samples by track, with offsets from the fragment's beginning.
    var entries: [[SampleIndex.Entry]]
    /// How long each track's last sample is shown; nil for tracks without samples.
    var lastDurations: [Int64?]
}

/// Makes the fragments of a movie.
final class FragmentMuxer {
    /// The file's beginning: its kind, and a movie without samples.
    let beginning: Data
    let record: MovieIndexRecord
    private let muxer: MovieMuxer
    private var entries: [[SampleIndex.Entry]]
    private var lastDurations: [Int64?]
    private(set) var pendingBytes = 0
    private(set) var pendingSamples = 0

    init(_ record: MovieIndexRecord) throws(MediaEncodingError) {
        self.record = record
        muxer = try MovieMuxer(record, .fragments)
        beginning = IndexPatches.describing(record, inBeginning: muxer.output.drain { Data($0) })
        entries = record.tracks.map { _ in [] }
        lastDurations = record.tracks.map { _ in nil }
    }

    /// Adds a sample to the fragment.
    ///
    /// - Parameters:
    ///   - decoded: in the track's units, from the movie's start.
    ///   - delay: the time of showing minus the time of decoding.
    func add(
        _ sample: EncodedSample,
        track: Int,
        decoded: Int64,
        delay: Int32,
        duration: Int64
    ) throws(MediaEncodingError) {
        // Fragments cannot begin before zero: their times begin earlier than the movie's.
        let inFragment = max(0, decoded + record.tracks[track].lead)
        try sample.withUnsafeBytes { bytes throws(MediaEncodingError) in
            try muxer.write(
                bytes.baseAddress?.assumingMemoryBound(to: UInt8.self),
                bytes.count,
                track: track,
                shown: inFragment + Int64(delay),
                decoded: inFragment,
                duration: duration,
                isKeyFrame: sample.isKeyFrame
            )
        }
        entries[track].append(
            SampleIndex.Entry(
                offset: 0,
                decoded: decoded,
                delay: delay,
                size: sample.byteCount,
                isKeyFrame: sample.isKeyFrame
            )
        )
        lastDurations[track] = duration
        pendingBytes += sample.byteCount
        pendingSamples += 1
    }

    /// Ends the fragment; nil if there is nothing in it.
    func cut() throws(MediaEncodingError) -> MovieFragment? {
        guard pendingSamples > 0 else { return nil }
        try muxer.flush()
        let bytes = muxer.output.drain { Data($0) }
        // The library writes the tracks' media one after the other, behind everything else.
        var offset = Int64(bytes.count - pendingBytes)
        for track in entries.indices {
            for number in entries[track].indices {
                entries[track][number].offset = offset
                offset += Int64(entries[track][number].size)
            }
        }
        defer {
            for track in entries.indices { entries[track].removeAll(keepingCapacity: true) }
            lastDurations = lastDurations.map { _ in nil }
            pendingBytes = 0
            pendingSamples = 0
        }
        return MovieFragment(bytes: bytes, entries: entries, lastDurations: lastDurations)
    }
}

/// Decides where the fragments of a file end: a pure value.
///
/// A fragment ends once one of its tracks has filled the interval, or once the movie has gone on for as long. It does not end
/// because a track that lags behind and one that is ahead are an interval apart: their samples come in turns, and each turn
/// would be a fragment.
struct FragmentBoundaries {
    /// How long the first fragment is, and how long the others are.
    private let intervals: (first: CMTime, others: CMTime)
    /// How long the current fragment is to be.
    private var interval: CMTime
    /// Each track's first time in the current fragment.
    private var beginnings: [CMTime?]
    /// Where the movie was when the current fragment began.
    private var base: CMTime?
    /// The latest time of all tracks.
    private var latest: CMTime?
    /// Whether the current fragment is long enough.
    private(set) var isCutDue = false

    init(first: CMTime, others: CMTime, trackCount: Int) {
        intervals = (first, others)
        interval = first
        beginnings = Array(repeating: nil, count: trackCount)
    }

    /// Counts a sample of the current fragment.
    mutating func add(_ time: CMTime, track: Int) {
        let now = max(latest ?? time, time)
        latest = now
        let movieBegan = base ?? now
        base = movieBegan
        let trackBegan = beginnings[track] ?? time
        beginnings[track] = trackBegan
        if now >= movieBegan + interval || time >= trackBegan + interval { isCutDue = true }
    }

    /// Begins a fragment.
    mutating func cut() {
        interval = intervals.others
        beginnings = Array(repeating: nil, count: beginnings.count)
        base = latest
        isCutDue = false
    }
}

/// Takes what libavformat writes into memory, from a position on; what lies before is dropped.
///
/// Positions are those of a file that exists in thought only: the library may go anywhere in it.
final class MuxerOutput {
    private(set) var pointer: UnsafeMutablePointer<AVIOContext>?
    /// The position from which on bytes are kept.
    private(set) var base: Int64 = 0
    private var bytes = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    private var used = 0
    private var position: Int64 = 0
    private var hasFailed = false

    /// Writes to positions that were taken already, in their order, if they are wanted.
    private(set) var corrections: [(offset: Int64, bytes: Data)] = []
    private let keepsCorrections: Bool

    /// - Parameters:
    ///   - dropsMedia: keeps nothing until ``keep(from:)``, and does not gather what it drops.
    ///   - keepsCorrections: keeps writes to positions that were taken already.
    init(dropsMedia: Bool, keepsCorrections: Bool) throws(MediaEncodingError) {
        base = dropsMedia ? .max : 0
        self.keepsCorrections = keepsCorrections
        let size: Int32 = 1 << 15
        guard let buffer = av_malloc(Int(size)) else { throw LibAV.outOfMemory("opening a muxer") }
        pointer = avio_alloc_context(
            buffer.assumingMemoryBound(to: UInt8.self),
            size,
            1,
            Unmanaged.passUnretained(self).toOpaque(),
            nil,
            { owner, bytes, count in
                guard let owner else { return -1 }
                return Unmanaged<MuxerOutput>.fromOpaque(owner).takeUnretainedValue().write(bytes, count)
            },
            { owner, offset, whence in
                guard let owner else { return -1 }
                return Unmanaged<MuxerOutput>.fromOpaque(owner).takeUnretainedValue().seek(offset, whence)
            }
        )
        guard let pointer else {
            av_free(buffer)
            throw LibAV.outOfMemory("opening a muxer")
        }
        pointer.pointee.direct = dropsMedia ? 1 : 0
    }

    deinit {
        if let pointer { av_freep(&pointer.pointee.buffer) }
        avio_context_free(&pointer)
        free(bytes.baseAddress)
    }

    /// Goes to a position of the file in thought.
    func move(to position: Int64) {
        avio_seek(pointer, position, SEEK_SET)
    }

    /// Keeps everything from a position on, and goes there.
    func reset(from position: Int64) {
        avio_flush(pointer)
        base = position
        used = 0
        move(to: position)
    }

    /// Gives what was kept, valid until the next call, and keeps from its end on.
    func drain<Result, Failure: Error>(
        _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        avio_flush(pointer)
        defer {
            base += Int64(used)
            used = 0
        }
        return try body(UnsafeMutableRawBufferPointer(rebasing: bytes[..<used]))
    }

    /// Memory ran out since the last call.
    var ranOut: Bool { hasFailed }

    private func write(_ source: UnsafePointer<UInt8>?, _ count: Int32) -> Int32 {
        let end = position + Int64(count)
        defer { position = end }
        if position < base, keepsCorrections, let source {
            let length = Int(min(end, base) - position)
            corrections.append((position, Data(bytes: source, count: length)))
        }
        guard end > base, let source else { return count }
        let skip = Int(max(0, base - position))
        let target = Int(max(0, position - base))
        let length = Int(count) - skip
        guard reserve(target + length) else { return -ENOMEM }
        (bytes.baseAddress! + target).copyMemory(from: source + skip, byteCount: length)
        used = max(used, target + length)
        return count
    }

    private func reserve(_ size: Int) -> Bool {
        guard size > bytes.count else { return true }
        let wanted = max(size, bytes.count * 2, 1 << 16)
        guard let grown = realloc(bytes.baseAddress, wanted) else {
            hasFailed = true
            return false
        }
        bytes = UnsafeMutableRawBufferPointer(start: grown, count: wanted)
        return true
    }

    private func seek(_ offset: Int64, _ whence: Int32) -> Int64 {
        switch whence & ~AVSEEK_FORCE {
        case SEEK_SET: position = offset
        case SEEK_CUR: position += offset
        case SEEK_END: position = base + Int64(used) + offset
        case AVSEEK_SIZE: return base + Int64(used)
        default: return -1
        }
        return position
    }
}
