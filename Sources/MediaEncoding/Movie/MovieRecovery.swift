import CoreMedia
import Foundation

/// Finds and repairs movies whose recording ended suddenly.
///
/// A leftover is a movie in fragments with a record of this module's in it that nobody holds a lock on: whoever records holds
/// one, and the system takes it away when a process ends, however it ends.
///
/// Any thread; calls wait for the disk.
public enum MovieRecovery {
    /// What is found in a movie file.
    public struct Leftover: Sendable, Hashable {
        /// The file.
        public var url: URL
        /// Whether it is an ordinary, finished movie.
        public var isComplete: Bool
        /// Whether somebody writes it just now.
        public var isBeingWritten: Bool
        /// The tracks' kinds of media and codecs.
        public var tracks: [Track]
        /// What can be played, in seconds.
        public var playableDuration: Double
        /// Bytes behind the last whole fragment: what a sudden end cost.
        public var lostBytes: Int64
        /// The size of the file in bytes.
        public var fileSize: Int64
    }

    /// One track of a movie.
    public struct Track: Sendable, Hashable {
        /// Whether it has pictures; otherwise sound.
        public var isVideo: Bool
        /// libavcodec's name of the codec, as `h264`.
        public var codec: String
        /// What can be played, in seconds.
        public var duration: Double
    }

    /// Looks at a movie. Changes nothing, and reads no media.
    ///
    /// - Throws: `unreadable` for a file that is no movie, or one that would cost more than a day's recording to read.
    public static func examine(_ url: URL) throws(MediaEncodingError) -> Leftover {
        let storage = try MovieFileStorage(opening: url.path, forWriting: false)
        return try examine(storage, at: url, isBeingWritten: storage.isLockedByOthers)
    }

    static func examine(
        _ storage: any MovieStorage,
        at url: URL,
        isBeingWritten: Bool = false
    ) throws(MediaEncodingError) -> Leftover {
        let anatomy = try MovieAnatomy(storage)
        let size = try storage.size()
        guard anatomy.hasMedia else { throw unreadable(url, "it holds no whole fragment, or is no movie") }
        return Leftover(
            url: url,
            isComplete: anatomy.isComplete,
            isBeingWritten: isBeingWritten,
            tracks: try MovieReader(storage, anatomy, for: .tables).tracks(in: anatomy.end),
            playableDuration: 0,
            lostBytes: anatomy.isComplete ? 0 : size - anatomy.end,
            fileSize: size
        ).measured()
    }

    /// Makes an ordinary movie of a recording that ended suddenly, in place. A kill meanwhile does no harm. A movie that is
    /// complete stays as it is.
    ///
    /// - Parameter progress: called with values from 0 to 1, on the caller's thread.
    /// - Returns: what the file is now.
    /// - Throws: `unreadable` for a file of another program's, or one that nothing of can be saved; `writeFailed` when somebody
    ///   writes it.
    @discardableResult
    public static func recover(
        _ url: URL,
        progress: (Double) -> Void = { _ in }
    ) throws(MediaEncodingError) -> Leftover {
        progress(0)
        do {
            let storage = try MovieFileStorage(opening: url.path, forWriting: true)
            try recover(storage, at: url, progress)
        }
        progress(1)
        return try examine(url)
    }

    static func recover(
        _ storage: any MovieStorage,
        at url: URL,
        _ progress: (Double) -> Void
    ) throws(MediaEncodingError) {
        let anatomy = try MovieAnatomy(storage)
        if anatomy.isComplete { return }
        guard anatomy.hasMedia else { throw unreadable(url, "it holds no whole fragment") }
        guard let record = anatomy.record, let place = anatomy.place else {
            throw unreadable(url, "another program wrote it")
        }
        let reader = try MovieReader(storage, anatomy, for: .media)
        let samples = try reader.samples(record, in: anatomy.end, progress)
        guard samples.contains(where: { !$0.entries.isEmpty }) else { throw unreadable(url, "it holds no samples") }
        // One box in front, whatever an earlier attempt made of it. What lies behind the last whole fragment stays, as unused
        // bytes: nothing that somebody might still want is thrown away.
        try storage.write(MovieBoxes.header("free", size: place.size), at: place.offset)
        let finisher = MovieFinisher(storage, record, samples, place: place, end: try storage.size())
        guard finisher.finish(at: nil) != .fragmented else {
            throw MediaEncodingError(
                kind: .diskFull,
                operation: "writing the index of \(url.path)",
                advice: "Make room on the disk and try again. The movie plays as it is."
            )
        }
    }

    /// The recordings in a folder that ended suddenly: unfinished, of this module's, and nobody writes them. Those of which
    /// nothing can be saved are left out.
    public static func leftovers(in folder: URL) -> [Leftover] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        let endings: Set<String> = ["mp4", "mov", "m4a", "m4v", "qt"]
        return names.sorted().compactMap { name in
            let url = folder.appendingPathComponent(name)
            guard endings.contains(url.pathExtension.lowercased()), hasRecord(url), let found = try? examine(url),
                !found.isComplete, !found.isBeingWritten
            else { return nil }
            return found
        }
    }

    private static func hasRecord(_ url: URL) -> Bool {
        guard let storage = try? MovieFileStorage(opening: url.path, forWriting: false) else { return false }
        return (try? MovieAnatomy(storage))?.record != nil
    }

    static func unreadable(_ url: URL, _ why: String) -> MediaEncodingError {
        MediaEncodingError(
            kind: .unreadable,
            operation: "reading \(url.path): \(why)",
            advice: "Choose a movie that Pinhole recorded."
        )
    }
}

extension MovieRecovery.Leftover {
    fileprivate func measured() -> Self {
        var result = self
        result.playableDuration = tracks.map(\.duration).max() ?? 0
        return result
    }
}
