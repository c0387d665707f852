import Foundation
import MovieValidators

/// What is wrong with movies, in words; nothing for movies that are as they should be.
///
/// Many movies are judged at once as long as nothing is wrong. When something is, each is judged for itself.
struct Faults {
    /// A movie, and what its recorder said that it had handed over.
    struct Recorded: Sendable {
        var url: URL
        var log: AppendLog
        /// What happened to it.
        var story = ""
    }

    /// Holds finished files to what an ordinary movie is.
    static func ofOrdinary(_ movies: [URL], seconds: Double? = nil) throws -> [String] {
        var faults = try movies.flatMap { try ofBoxes($0) }
        let validators = movies.map { MovieFileValidator($0) }
        guard let first = validators.first else { return faults }
        // One program reads all of them as ffprobe reads the first one.
        faults += try first.report().warnings
        if let frames = try? MovieFileValidator.decodedFrames(of: validators), frames.allSatisfy(\.complaints.isEmpty) {
            faults += zip(movies, frames).compactMap { ofLength($0, $1.streams.values.map(\.end).max(), seconds) }
        } else {
            faults += try validators.flatMap { try ofOne($0, seconds) }
        }
        return faults
    }

    private static func ofBoxes(_ url: URL) throws -> [String] {
        let boxes = try MovieFileValidator(url).boxes()
        let name = url.lastPathComponent
        var faults: [String] = []
        if boxes.orderOfMeaning != ["ftyp", "moov", "mdat"] { faults.append("\(name): boxes \(boxes.order)") }
        if !boxes.isWhole { faults.append("\(name): the boxes do not fill the file") }
        if boxes.isFragmented { faults.append("\(name): fragments") }
        return faults
    }

    private static func ofOne(_ validator: MovieFileValidator, _ seconds: Double?) throws -> [String] {
        let report = try validator.report()
        let complaints = report.warnings + (try validator.decodingErrors())
        let name = URL(fileURLWithPath: validator.path).lastPathComponent
        return complaints.map { "\(name): \($0)" }
            + [ofLength(URL(fileURLWithPath: validator.path), report.duration, seconds)].compactMap(\.self)
    }

    private static func ofLength(_ url: URL, _ length: Double?, _ seconds: Double?) -> String? {
        guard let seconds, abs((length ?? 0) - seconds) > 0.1 else { return nil }
        return "\(url.lastPathComponent): \(length ?? 0) s in place of \(seconds)"
    }

    /// Holds what is left of recordings to what was handed over: at most a second may be missing of picture and of sound.
    static func ofLoss(_ movies: [Recorded], atMost seconds: Double = 1) throws -> [String] {
        let validators = movies.map { MovieFileValidator($0.url) }
        let frames = (try? MovieFileValidator.decodedFrames(of: validators)) ?? []
        let left = frames.count == movies.count ? frames : try validators.map { try $0.decodedFrames() }
        return zip(movies, left).compactMap { movie, left in
            let picture = left.video?.end ?? 0
            let sound = left.audio?.end ?? 0
            let isLittle = movie.log.pictureEnd - picture <= seconds && movie.log.audioEnd - sound <= seconds
            // Nothing that was never handed over; a packet of sound is filled up with silence.
            guard !isLittle || picture > movie.log.pictureEnd + 0.1 else { return nil }
            return
                "\(movie.url.lastPathComponent): pictures until \(picture) of \(movie.log.pictureEnd) s, sound until "
                + "\(sound) of \(movie.log.audioEnd) s; \(movie.story)"
        }
    }
}
