import CoreMedia
import CoreVideo
import MediaEncoding

/// The latest compressed pictures and sound, and the movies that are made of them: the decisions, without an encoder or a file.
///
/// Movies overlap: each keeps the samples that it shares with others, whose bytes exist once.
package struct LivePhotoAssembly: Sendable {
    /// How much is kept for photos to come: what lies before a photo, and how long ago that may have been taken when its turn
    /// comes.
    static let history = LivePhotoRecording.reach + CMTime(value: 1, timescale: 2)

    /// The latest pictures.
    package private(set) var video = LivePhotoTrack()
    /// The latest sound; `nil` while none comes.
    package private(set) var audio: LivePhotoTrack?
    /// The movies that are under way.
    package private(set) var movies: [LivePhotoRecording] = []
    private var motion = LivePhotoMotion()

    /// Nothing has been captured yet.
    package init() {}

    /// A photo has been taken. Another one of the same request takes the place of one that could not be read.
    package mutating func begin(_ plan: LivePhotoRecording.Plan) {
        movies.removeAll { $0.plan.id == plan.id }
        movies.append(LivePhotoRecording(plan, video: video, audio: audio))
    }

    /// Nobody wants a movie any more.
    package mutating func cancel(_ id: Int64) {
        movies.removeAll { $0.plan.id == id }
    }

    /// Takes note of how much a picture differs from the one before.
    package mutating func record(_ strength: Double, at time: CMTime) {
        motion.record(strength, at: time)
    }

    /// Takes compressed pictures.
    package mutating func append(video samples: [EncodedSample], format: CMFormatDescription?) {
        video.format = format
        for sample in samples {
            video.append(sample, keeping: Self.history)
            for index in movies.indices { movies[index].append(video: sample) }
        }
    }

    /// Takes compressed sound.
    package mutating func append(audio samples: [EncodedSample], format: CMFormatDescription?) {
        if audio == nil { audio = LivePhotoTrack() }
        audio?.format = format
        for sample in samples {
            audio?.append(sample, keeping: Self.history)
            for index in movies.indices { movies[index].append(audio: sample) }
        }
    }

    /// No more sound comes: nobody waits for it.
    package mutating func audioEnded() {
        guard let format = audio?.format else { return }
        for index in movies.indices { movies[index].audioFormat = format }
        audio = nil
    }

    /// Gives the movies that have all that belongs to them.
    package mutating func removeCompleted() -> [LivePhotoRecording] {
        guard !movies.isEmpty, let seen = video.end else { return [] }
        let heard = audio?.end
        return removeMovies { $0.isComplete(seen: seen, heard: heard) }
    }

    /// Ends all movies, or one, with what they have.
    package mutating func removeTrimmed(_ id: Int64? = nil) -> [LivePhotoRecording] {
        let end = video.end
        return removeMovies { id == nil || $0.plan.id == id }.map { movie in
            var movie = movie
            if let end { movie.trim(at: end) }
            return movie
        }
    }

    /// Forgets all samples: what comes next has nothing to do with what came before.
    package mutating func clear() {
        video = LivePhotoTrack()
        audio = nil
        motion = LivePhotoMotion()
    }

    private mutating func removeMovies(where isTaken: (LivePhotoRecording) -> Bool) -> [LivePhotoRecording] {
        let taken = movies.filter(isTaken)
        guard !taken.isEmpty else { return [] }
        let ids = Set(taken.map(\.plan.id))
        movies.removeAll { ids.contains($0.plan.id) }
        return taken.map { movie in
            var movie = movie
            movie.videoFormat = video.format
            movie.audioFormat = movie.audioFormat ?? audio?.format
            if let calm = motion.calm(around: movie.plan.stillTime) {
                movie.trimStart(to: calm.start)
                movie.trim(at: calm.end)
            }
            return movie
        }
    }
}

/// The latest samples of one track, compressed, from a place on where decoding can start: a few megabytes at most.
package struct LivePhotoTrack: Sendable {
    /// The samples, the latest last.
    package private(set) var samples: [EncodedSample] = []
    /// What the samples are.
    var format: CMFormatDescription?

    /// Adds a sample, and lets go of what is longer ago than a time span, but for what later samples need.
    mutating func append(_ sample: EncodedSample, keeping span: CMTime) {
        samples.append(sample)
        guard sample.isKeyFrame else { return }
        let limit = sample.presentationTime - span
        if let first = samples.lastIndex(where: { $0.isKeyFrame && $0.presentationTime <= limit }), first > 0 {
            samples.removeFirst(first)
        }
    }

    /// The samples that are shown from a time on, and those that they need.
    ///
    /// - Parameter lead: how many samples before are taken too, if they are there: what decoders of sound give first is not what
    ///   was heard.
    func samples(from start: CMTime, lead: Int = 0) -> [EncodedSample] {
        let first = samples.lastIndex { $0.isKeyFrame && $0.presentationTime <= start }
        return Array(samples[max(0, (first ?? 0) - lead)...])
    }

    /// When the last sample ends; `nil` without samples.
    var end: CMTime? { samples.last.map(\.end) }
}

extension EncodedSample {
    /// When it is no longer shown.
    var end: CMTime { duration.isNumeric ? presentationTime + duration : presentationTime }
}

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
