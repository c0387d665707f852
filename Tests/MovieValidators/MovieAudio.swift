import Foundation

/// The sound of a movie as a player hears it: one channel, with the time of every piece.
public struct MovieAudio: Sendable {
    /// Samples that follow each other without a gap.
    public struct Piece: Sendable {
        /// When the first sample is heard, in seconds of the movie.
        public var time: Double
        /// Its place in ``MovieAudio/samples``.
        public var start: Int
        public var count: Int
    }

    public var sampleRate: Double
    public var samples: [Int16]
    /// What the decoder gave at a time.
    public var pieces: [Piece]

    /// When a sample is heard, in seconds of the movie.
    public func time(of sample: Int) -> Double {
        var low = 0
        var high = pieces.count
        while low + 1 < high {
            let middle = (low + high) / 2
            if pieces[middle].start <= sample { low = middle } else { high = middle }
        }
        guard low < pieces.count else { return 0 }
        return pieces[low].time + Double(sample - pieces[low].start) / sampleRate
    }

    /// When the sound has ended, in seconds of the movie.
    public var end: Double { pieces.last.map { $0.time + Double($0.count) / sampleRate } ?? 0 }

    /// By how many seconds each piece begins later than the one before ended, where it isn't less than half a sample.
    public var gaps: [(time: Double, seconds: Double)] {
        zip(pieces, pieces.dropFirst()).compactMap { before, piece in
            let gap = piece.time - (before.time + Double(before.count) / sampleRate)
            return abs(gap) * sampleRate < 0.5 ? nil : (piece.time, gap)
        }
    }

    /// When clicks begin, in seconds of the movie: where the sound rises above half of its greatest level after having been
    /// below for a while.
    ///
    /// - Parameter quiet: for how many seconds there must have been no click before.
    public func clicks(quiet: Double = 0.1) -> [Double] {
        let peak = samples.lazy.map { abs(Int($0)) }.max() ?? 0
        guard peak > 300 else { return [] }
        let pause = Int(quiet * sampleRate)
        var found: [Double] = []
        var last = -pause
        for (index, sample) in samples.enumerated() where abs(Int(sample)) * 2 > peak {
            if index - last >= pause { found.append(time(of: index)) }
            last = index
        }
        return found
    }
}

extension MovieFileValidator {
    /// Decodes the first stream of sound.
    public func sound() throws(ValidationFailure) -> MovieAudio {
        let answer = try ValidatorTool.succeed(
            "ffmpeg",
            [
                "-nostats", "-hide_banner", "-copyts", "-i", path, "-map", "0:a:0",
                "-af", "aformat=sample_fmts=s16:channel_layouts=mono,ashowinfo", "-f", "s16le", "-",
            ],
            within: 300
        )
        var sound = MovieAudio(sampleRate: 0, samples: answer.output.samples, pieces: [])
        var start = 0
        for line in answer.complaints.split(whereSeparator: \.isNewline) where line.contains("ashowinfo") {
            let fields = ShowInfo(line)
            guard let ticks = fields["pts"], let rate = fields["rate"], let count = fields["nb_samples"] else {
                continue
            }
            sound.sampleRate = rate
            sound.pieces.append(MovieAudio.Piece(time: ticks / rate, start: start, count: Int(count)))
            start += Int(count)
        }
        guard start == sound.samples.count, start > 0 else {
            throw ValidationFailure(
                "\(sound.samples.count) samples, of which \(start) have a time: \(answer.complaints.suffix(500))"
            )
        }
        return sound
    }
}

/// What ffmpeg's filters `showinfo` and `ashowinfo` write: `n:   0 pts:   1024 pts_time:0.02 ... nb_samples:1024`.
struct ShowInfo {
    private var fields: [Substring: Double] = [:]

    init(_ line: Substring) {
        let words = line.split(separator: " ")
        for (index, word) in words.enumerated() {
            guard let colon = word.firstIndex(of: ":") else { continue }
            let value = word[word.index(after: colon)...]
            let next = index + 1 < words.count ? words[index + 1] : ""
            let text = (value.isEmpty ? next : value).trimmingCharacters(in: ["[", "]"])
            if let number = Double(text), fields[word[..<colon]] == nil { fields[word[..<colon]] = number }
        }
    }

    subscript(_ key: Substring) -> Double? { fields[key] }
}

extension Data {
    fileprivate var samples: [Int16] {
        withUnsafeBytes { bytes in
            (0..<bytes.count / 2).map {
                Int16(littleEndian: bytes.loadUnaligned(fromByteOffset: $0 * 2, as: Int16.self))
            }
        }
    }
}
