internal import CLibAV
import Foundation

/// Lets libavformat read a file's beginning, and nothing behind it: what a sudden end left there would only confuse it.
///
/// Boxes that it must not see appear as unused space. What it reads is counted: a file that leads in circles has an end as well.
final class MovieInput {
    /// How much may be read.
    struct Budget {
        /// Bytes; a call counts as one page at least.
        private(set) var bytes: Int64

        /// For the tables alone.
        static func tables(_ summary: MovieTables.Summary) -> Budget {
            // Each box at the top is looked at once, through the whole buffer; tables twice at most.
            let headers = FileNumber(summary.boxes) * FileNumber(3 * Int64(MovieInput.bufferSize))
            return Budget(FileNumber(summary.tableBytes) * 2 + headers + 1_048_576)
        }

        /// For the tables and the media up to the end.
        static func media(_ summary: MovieTables.Summary, end: Int64) -> Budget {
            // Tracks lie beside each other: to go from one to the other and back, some is read again.
            Budget(FileNumber(end) * 4 + FileNumber(tables(summary).bytes))
        }

        /// For a file without tables, read from one end to the other.
        static func stream(end: Int64) -> Budget { Budget(FileNumber(end) * 4 + 1_048_576) }

        private init(_ bytes: FileNumber) { self.bytes = bytes.value ?? .max }

        fileprivate var isSpent: Bool { bytes <= 0 }
        fileprivate mutating func spend(_ count: Int) { bytes -= min(bytes, max(4096, Int64(count))) }
    }

    private(set) var pointer: UnsafeMutablePointer<AVIOContext>?
    private let storage: any MovieStorage
    private let end: Int64
    private let hidden: [Int64]
    private var position: Int64 = 0
    private var budget: Budget
    private let allowance: Budget

    private static let bufferSize: Int32 = 1 << 15
    /// What hidden boxes appear as.
    private static let unused = Array("free".utf8)

    /// Whether so much was read that no more is given.
    var isExhausted: Bool { budget.isSpent }

    /// - Parameters:
    ///   - end: where the file ends for the library.
    ///   - hidden: where the types of the boxes stand that it must not see, in order.
    init(
        _ storage: any MovieStorage,
        end: Int64,
        hidden: [Int64],
        budget: Budget
    ) throws(MediaEncodingError) {
        self.storage = storage
        self.end = end
        self.hidden = hidden
        self.budget = budget
        allowance = budget
        guard let buffer = av_malloc(Int(Self.bufferSize)) else { throw LibAV.outOfMemory("reading a movie") }
        pointer = avio_alloc_context(
            buffer.assumingMemoryBound(to: UInt8.self),
            Self.bufferSize,
            0,
            Unmanaged.passUnretained(self).toOpaque(),
            { owner, bytes, count in
                guard let owner, let bytes else { return -1 }
                return Unmanaged<MovieInput>.fromOpaque(owner).takeUnretainedValue().read(bytes, count)
            },
            nil,
            { owner, offset, whence in
                guard let owner else { return -1 }
                return Unmanaged<MovieInput>.fromOpaque(owner).takeUnretainedValue().seek(offset, whence)
            }
        )
        guard pointer != nil else {
            av_free(buffer)
            throw LibAV.outOfMemory("reading a movie")
        }
    }

    deinit {
        if let pointer { av_freep(&pointer.pointee.buffer) }
        avio_context_free(&pointer)
    }

    /// Gives the whole budget again, for another way through the same file.
    func renew() {
        budget = allowance
    }

    private func read(_ bytes: UnsafeMutablePointer<UInt8>, _ count: Int32) -> Int32 {
        guard !budget.isSpent, position < end else {
            budget.spend(0)
            return pinhole_averror_eof()
        }
        let wanted = min(Int64(count), end - position)
        guard wanted > 0 else { return pinhole_averror_eof() }
        let target = UnsafeMutableRawBufferPointer(start: bytes, count: Int(wanted))
        guard let length = try? storage.read(into: target, at: position) else { return pinhole_averror(EIO) }
        guard length > 0 else { return pinhole_averror_eof() }
        hide(in: UnsafeMutableRawBufferPointer(rebasing: target[..<length]))
        position += Int64(length)
        budget.spend(length)
        return Int32(length)
    }

    /// Makes unused space of the hidden boxes that begin in what was read at ``position``.
    private func hide(in bytes: UnsafeMutableRawBufferPointer) {
        var next = hidden.firstIndexFromSorted { $0 > position - Int64(Self.unused.count) }
        while next < hidden.count, hidden[next] - position < Int64(bytes.count) {
            for (number, character) in Self.unused.enumerated() {
                let place = Int(hidden[next] - position) + number
                if bytes.indices.contains(place) { bytes[place] = character }
            }
            next += 1
        }
    }

    private func seek(_ offset: Int64, _ whence: Int32) -> Int64 {
        let target: FileNumber
        switch whence & ~AVSEEK_FORCE {
        case SEEK_SET: target = FileNumber(offset)
        case SEEK_CUR: target = FileNumber(position) + FileNumber(offset)
        case SEEK_END: target = FileNumber(end) + FileNumber(offset)
        case AVSEEK_SIZE: return end
        default: return -1
        }
        budget.spend(0)
        guard let target = target.value, target >= 0, !budget.isSpent else { return -1 }
        position = target
        return position
    }
}

extension [Int64] {
    /// The index of the first element that fulfils a condition which all later ones fulfil, too.
    fileprivate func firstIndexFromSorted(where condition: (Int64) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if condition(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
