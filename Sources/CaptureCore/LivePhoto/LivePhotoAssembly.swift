import CoreMedia
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
