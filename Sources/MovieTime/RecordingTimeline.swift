import CoreMedia

/// Where in a movie captured pictures and sound belong.
///
/// The movie begins with its first picture; sound before it is dropped (R-REC-1). A pause is cut out at the borders of
/// pictures: from the end of the last one before it to the beginning of the first one after it, and of the sound exactly the
/// same stretch, to the sample. So pictures keep their pace across a pause, and sound stays with them.
///
/// ```
///   pictures   |1 |2 |3 |. |. |. |7 |8        . captured while paused
///   sound      ===========------=======        - belongs to the cut
///   movie      |1 |2 |3 |7 |8
/// ```
///
/// Sound waits until pictures have come as far as it has, because only then is it known whether a cut begins there; for half a
/// second at most, so that a camera that stalls doesn't hold it up. Without pictures the cuts are where pause and resume
/// were asked for.
///
/// Pictures arrive while they are shown, sound only when it is over: when a recording is to end, ``lacksAudio`` says whether
/// there is more to come of what belongs to its last pictures.
///
/// `Packet` is whatever carries sound; the struct does no I/O and knows no clock.
package struct RecordingTimeline<Packet> {
    /// A packet of sound.
    package struct Audio {
        package var packet: Packet
        package var start: CMTime
        package var frameCount: Int
        package var sampleRate: Double

        package init(packet: Packet, start: CMTime, frameCount: Int, sampleRate: Double) {
            self.packet = packet
            self.start = start
            self.frameCount = frameCount
            self.sampleRate = sampleRate
        }

        /// The number of samples before a time; of a packet that is over then, all.
        package func index(of time: CMTime) -> Int {
            let position = CMTimeGetSeconds(CMTimeSubtract(time, start)) * sampleRate
            // A border that is a hair's breadth off a sample because its time was rounded is that sample.
            return min(frameCount, max(0, Int((position - 1e-3).rounded(.up))))
        }

        package func time(of index: Int) -> CMTime {
            CMTimeAdd(start, CMTime(value: CMTimeValue(index), timescale: CMTimeScale(sampleRate)))
        }

        package var end: CMTime { time(of: frameCount) }
    }

    /// A part of a packet, and the movie's time that it belongs to.
    package struct Span {
        package var packet: Packet
        package var frames: Range<Int>
        package var time: CMTime
    }

    /// What becomes of a picture.
    package enum FrameVerdict: Equatable {
        /// It belongs into the movie at this time.
        case write(at: CMTime)
        /// It was captured during a pause.
        case paused
        /// Its time is not later than that of the one before.
        case late
    }

    /// A stretch of captured time that goes into the movie whole.
    private struct Segment {
        var start: CMTime
        /// `nil` for the one that goes on.
        var end: CMTime?
        /// What is to be taken from captured times to get the movie's.
        var shift: CMTime
    }

    private struct Pause {
        var from: CMTime
        /// `nil` while it lasts.
        var to: CMTime?

        func contains(_ time: CMTime) -> Bool {
            from <= time && to.map { time < $0 } ?? true
        }
    }

    /// How long sound waits for pictures.
    package static var patience: CMTime { CMTime(value: 1, timescale: 2) }
    /// How long, in seconds, the end of a recording waits for the sound that its last pictures lack.
    package static var longestAudioTail: Double { 0.25 }

    /// Whether the movie has pictures.
    package let hasVideo: Bool
    /// The movie's time beyond which there is to be no sound; `nil` for none.
    package let limit: CMTime?
    private var segments: [Segment] = []
    private var pauses: [Pause] = []
    /// The captured time that pictures have come to (without pictures: sound), never inside of a pause.
    private var frontier = CMTime.invalid
    private var lastFrame = CMTime.invalid
    /// The captured time that sound has come to, whether or not it belongs into the movie.
    private var audioEnd = CMTime.invalid
    private var waiting: [(audio: Audio, next: Int)] = []
    private var released: [Span] = []

    package init(hasVideo: Bool, limit: CMTime? = nil) {
        self.hasVideo = hasVideo
        self.limit = limit
    }

    /// The captured time at which the movie begins; `nil` before.
    package var origin: CMTime? { segments.isEmpty ? nil : firstStart }
    private var firstStart = CMTime.invalid

    /// How long the movie is so far.
    package var duration: CMTime {
        guard let segment = segments.last else { return .zero }
        let duration = CMTimeSubtract(segment.end ?? frontier, segment.shift)
        return limit.map { CMTimeMinimum($0, duration) } ?? duration
    }

    // MARK: Pauses

    /// Whether a pause lasts.
    package var isPaused: Bool { pauses.last.map { $0.to == nil } ?? false }

    /// What is captured from this time on is left out.
    package mutating func pause(at time: CMTime) {
        guard !isPaused else { return }
        // A clock that was set back must not make pauses overlap.
        pauses.append(Pause(from: pauses.last?.to.map { CMTimeMaximum($0, time) } ?? time, to: nil))
    }

    /// What is captured from this time on counts again.
    package mutating func resume(at time: CMTime) {
        guard let last = pauses.indices.last, pauses[last].to == nil else { return }
        pauses[last].to = CMTimeMaximum(time, pauses[last].from)
    }

    // MARK: Frames

    /// A picture arrived, or is known to be lost though its time is known: sound goes on in any case.
    ///
    /// - Parameter duration: how long it lasts, at least until the next one is there.
    package mutating func frame(at time: CMTime, duration: CMTime) -> FrameVerdict {
        if pauses.contains(where: { $0.contains(time) }) { return .paused }
        if segments.isEmpty {
            begin(at: time)
        } else {
            cutPauses(before: time)
        }
        guard let shift = segments.last?.shift else { return .late }
        let movieTime = CMTimeSubtract(time, shift)
        guard !lastFrame.isValid || movieTime > lastFrame else { return .late }
        lastFrame = movieTime
        frontier = CMTimeMaximum(frontier, CMTimeAdd(time, duration))
        releaseAudio()
        return .write(at: movieTime)
    }

    /// The movie's time of what another camera captured; `nil` for what does not belong into the movie: from before its beginning,
    /// from a pause, and from between a pause and the first picture after it.
    package func movieTime(of time: CMTime) -> CMTime? {
        guard let segment = segments.last(where: { $0.start <= time }), segment.end.map({ time < $0 }) ?? true else {
            return nil
        }
        // Of a pause that is not cut out yet, all that follows waits for a picture.
        guard !pauses.contains(where: { $0.from <= time }) else { return nil }
        return CMTimeSubtract(time, segment.shift)
    }

    private mutating func begin(at time: CMTime) {
        segments = [Segment(start: time, end: nil, shift: time)]
        pauses.removeAll { $0.to.map { $0 <= time } ?? false }
        firstStart = time
        frontier = time
    }

    /// Cuts out the pauses that are over at a time; the movie goes on with that time.
    private mutating func cutPauses(before time: CMTime) {
        let count = pauses.prefix { $0.to.map { $0 <= time } ?? false }.count
        guard count > 0 else { return }
        pauses.removeFirst(count)
        cut(to: time)
    }

    private mutating func cut(to time: CMTime) {
        guard let last = segments.indices.last, time > frontier else { return }
        segments[last].end = frontier
        let shift = CMTimeAdd(segments[last].shift, CMTimeSubtract(time, frontier))
        segments.append(Segment(start: time, end: nil, shift: shift))
        frontier = time
    }

    // MARK: Audio

    /// Whether sound has not come as far as the pictures, and can be expected to: a microphone that has been silent for longer
    /// than the patience will not be heard in the next moment either.
    package var lacksAudio: Bool {
        guard hasVideo, let shift = segments.last?.shift else { return false }
        let end = limit.map { CMTimeMinimum(CMTimeAdd($0, shift), frontier) } ?? frontier
        let heard = audioEnd.isValid ? CMTimeMaximum(audioEnd, firstStart) : firstStart
        return heard < end && CMTimeSubtract(end, heard) <= Self.patience
    }

    /// Sound arrived. Look for what goes into the movie with `nextSpan()`.
    package mutating func add(_ audio: Audio) {
        audioEnd = audioEnd.isValid ? CMTimeMaximum(audioEnd, audio.end) : audio.end
        guard !isDeepInPause(audio) else { return }
        if hasVideo {
            addBesideFrames(audio)
        } else {
            addAlone(audio)
        }
    }

    /// The next part of the sound that goes into the movie, in order; `nil` when there is none for now.
    package mutating func nextSpan() -> Span? {
        released.isEmpty ? nil : released.removeFirst()
    }

    /// Whether a packet was captured in a pause so long after its beginning that no picture from before can reach it.
    private func isDeepInPause(_ audio: Audio) -> Bool {
        let margin = hasVideo ? Self.patience : .zero
        return pauses.contains { pause in
            CMTimeAdd(pause.from, margin) <= audio.start && pause.to.map { audio.end <= $0 } ?? true
        }
    }

    private mutating func addBesideFrames(_ audio: Audio) {
        let waitsSince = CMTimeSubtract(audio.end, Self.patience)
        if segments.isEmpty {
            waiting.removeAll { $0.audio.end <= waitsSince }
        } else {
            continueWithoutFrames(to: waitsSince)
        }
        waiting.append((audio, 0))
        releaseAudio()
    }

    /// Lets sound go on up to a time although pictures have not come that far.
    private mutating func continueWithoutFrames(to time: CMTime) {
        while let pause = pauses.first, pause.from < time {
            frontier = CMTimeMaximum(frontier, pause.from)
            guard let end = pause.to, end <= time else { return }
            releaseAudio()
            pauses.removeFirst()
            cut(to: end)
        }
        frontier = CMTimeMaximum(frontier, time)
    }

    private mutating func addAlone(_ audio: Audio) {
        if segments.isEmpty {
            var start = audio.start
            while let pause = pauses.first, pause.contains(start) || pause.to.map({ $0 <= start }) ?? false {
                guard let end = pause.to, end < audio.end else { return }
                start = CMTimeMaximum(start, end)
                pauses.removeFirst()
            }
            begin(at: start)
        }
        waiting.append((audio, 0))
        while let pause = pauses.first, pause.from < audio.end {
            frontier = CMTimeMaximum(frontier, pause.from)
            releaseAudio()
            guard let end = pause.to, end < audio.end else { return }
            pauses.removeFirst()
            cut(to: end)
        }
        frontier = CMTimeMaximum(frontier, audio.end)
        releaseAudio()
    }

    private mutating func releaseAudio() {
        guard let current = segments.last else { return }
        var finished = 0
        for position in waiting.indices {
            let audio = waiting[position].audio
            for segment in segments { release(position, in: segment) }
            let isOver =
                waiting[position].next >= audio.frameCount || audio.index(of: current.start) >= audio.frameCount
            guard isOver else { break }
            finished += 1
        }
        waiting.removeFirst(finished)
        forgetSegments()
    }

    private mutating func release(_ position: Int, in segment: Segment) {
        let (audio, next) = waiting[position]
        var end = segment.end ?? frontier
        if let limit { end = CMTimeMinimum(end, CMTimeAdd(limit, segment.shift)) }
        let lower = max(next, audio.index(of: segment.start))
        let upper = audio.index(of: end)
        guard lower < upper else { return }
        let time = CMTimeSubtract(audio.time(of: lower), segment.shift)
        released.append(Span(packet: audio.packet, frames: lower..<upper, time: time))
        waiting[position].next = upper
    }

    /// Forgets the segments that no sound will come for any more: sound comes in order, and late by the patience at most.
    private mutating func forgetSegments() {
        guard segments.count > 2 else { return }
        let horizon = CMTimeSubtract(frontier, CMTimeMultiply(Self.patience, multiplier: 10))
        segments.removeAll { $0.end.map { $0 < horizon } ?? false }
    }
}
