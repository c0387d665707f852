import Foundation
import Synchronization

/// A line of text in a picture.
public struct TextLine: Sendable, Equatable {
    public var read: ReadText
    /// Where it is, in pixels of the picture; its corners as the text is read.
    public var quad: TextQuad
    /// How sure the detector is that there is text, from 0 to 1.
    public var score: Double

    public init(read: ReadText, quad: TextQuad, score: Double) {
        self.read = read
        self.quad = quad
        self.score = score
    }

    public var text: String { read.text }
    public var confidence: Double { read.confidence }
}

/// Finds and reads the text in pictures. Models are loaded when text is wanted for the first time, and given back after a while
/// without work.
///
/// May be used on any thread; of several who want text at the same time, one waits for the other.
public final class TextReader: Sendable {
    public struct Options: Sendable, Equatable {
        /// How much smaller the picture is made before text is looked for, from 0 to 1.
        public var detectionScale = 1.0
        /// What the recogniser is less sure of is left out, from 0 to 1.
        public var leastConfidence = 0.5
        /// The least height of text, in pixels.
        public var leastHeight = 0.0
        /// Whether text is read against the direction that it seems to have, too, where it is not clear otherwise.
        public var readsBothDirections = true

        public init() {}
    }

    /// What was loaded, and how often it was used: whoever gives it back sees by that whether it was wanted meanwhile.
    private struct Loaded {
        var models: Models?
        var uses = 0
    }

    private final class Models: @unchecked Sendable {
        // @unchecked: used by whoever has the turn alone.
        let detector: TextDetector
        let recognizer: TextRecognizer

        init(detector: TextDetector, recognizer: TextRecognizer) {
            self.detector = detector
            self.recognizer = recognizer
        }
    }

    /// The program's own, on the folder that `ModelFolder.find` finds.
    public static let shared = TextReader()

    private let folder: @Sendable () throws -> ModelFolder
    private let threads: Int
    private let rest: Duration
    private let loaded = Mutex(Loaded())
    /// Held while a picture is looked at: models answer one request at a time.
    private let turn = NSLock()
    private let janitor = DispatchQueue(label: "pinhole.text-recognition.rest", qos: .utility)

    /// - Parameters:
    ///   - folder: finds the library and the models.
    ///   - threads: on how many threads a picture is read.
    ///   - rest: after so long without work the models' memory is given back.
    public init(
        folder: @escaping @Sendable () throws -> ModelFolder = { try ModelFolder.find() },
        threads: Int = min(2, ProcessInfo.processInfo.activeProcessorCount),
        rest: Duration = .seconds(60)
    ) {
        self.folder = folder
        self.threads = threads
        self.rest = rest
    }

    /// Finds lines without reading them.
    /// - Parameter isCancelled: asked now and then.
    /// - Throws: `TextRecognitionError`
    public func detect(
        _ picture: BGRAPicture,
        options: Options = Options(),
        isCancelled: () -> Bool = { false }
    ) throws(TextRecognitionError) -> [DetectedText] {
        try withModels { models throws(TextRecognitionError) in
            try find(picture, options, models, isCancelled)
        }
    }

    /// Finds and reads lines.
    /// - Parameters:
    ///   - progress: told the share that is done, from 0 to 1; on the caller's thread.
    ///   - isCancelled: asked now and then.
    /// - Throws: `TextRecognitionError`
    public func read(
        _ picture: BGRAPicture,
        options: Options = Options(),
        progress: (Double) -> Void = { _ in },
        isCancelled: () -> Bool = { false }
    ) throws(TextRecognitionError) -> [TextLine] {
        try withModels { models throws(TextRecognitionError) in
            let found = try find(picture, options, models, isCancelled)
            var direction = TextDirection()
            var lines: [TextLine] = []
            // Finding takes about as long as reading a dozen lines.
            let work = Double(found.count + Self.linesLikeFinding)
            for (index, text) in found.enumerated() {
                if isCancelled() { throw .cancelled }
                progress((Double(index) + Double(Self.linesLikeFinding)) / work)
                if let line = try read(text, in: picture, options, models.recognizer, &direction) { lines.append(line) }
            }
            progress(1)
            return lines
        }
    }

    private static let linesLikeFinding = 12

    private func find(
        _ picture: BGRAPicture,
        _ options: Options,
        _ models: Models,
        _ isCancelled: () -> Bool
    ) throws(TextRecognitionError) -> [DetectedText] {
        let found = try models.detector.detect(picture, scale: options.detectionScale) {
            () throws(TextRecognitionError) in
            if isCancelled() { throw .cancelled }
        }
        return found.filter { $0.quad.height >= options.leastHeight }
    }

    /// Reads one line, in the direction in which it makes more sense.
    private func read(
        _ text: DetectedText,
        in picture: BGRAPicture,
        _ options: Options,
        _ recognizer: TextRecognizer,
        _ direction: inout TextDirection
    ) throws(TextRecognitionError) -> TextLine? {
        let likely = direction.isLikelyReversed(text.quad) ? text.quad.reversed : text.quad
        var best = TextLine(read: try recognizer.read(picture, along: likely), quad: likely, score: text.score)
        if options.readsBothDirections, best.confidence < TextDirection.clear {
            let other = try recognizer.read(picture, along: likely.reversed)
            if other.confidence > best.confidence {
                best = TextLine(read: other, quad: likely.reversed, score: text.score)
            }
        }
        guard best.confidence >= options.leastConfidence, !best.read.letters.isEmpty else { return nil }
        direction.note(best)
        return best
    }

    private func withModels<Result>(
        _ work: (Models) throws(TextRecognitionError) -> Result
    ) throws(TextRecognitionError) -> Result {
        turn.lock()
        defer {
            turn.unlock()
            restLater(
                uses: loaded.withLock { loaded in
                    loaded.uses += 1
                    return loaded.uses
                }
            )
        }
        return try work(try models())
    }

    private func models() throws(TextRecognitionError) -> Models {
        if let models = loaded.withLock({ $0.models }) { return models }
        let models = try load()
        loaded.withLock { $0.models = models }
        return models
    }

    private func load() throws(TextRecognitionError) -> Models {
        let folder: ModelFolder
        do {
            folder = try self.folder()
        } catch let error as TextRecognitionError {
            throw error
        } catch {
            throw .failed(operation: "find the models", reason: "\(error)")
        }
        _ = try folder.contents(.detector)
        let runtime = try InferenceRuntime(folder: folder)
        return Models(
            detector: try TextDetector(runtime, threads: threads),
            recognizer: try TextRecognizer(runtime, folder: folder, threads: threads)
        )
    }

    private func restLater(uses: Int) {
        let nanoseconds = Int(rest / .nanoseconds(1))
        janitor.asyncAfter(deadline: .now() + .nanoseconds(nanoseconds)) { [weak self] in
            self?.rest(after: uses)
        }
    }
}

extension TextReader {
    /// Gives the models back unless they were used since.
    fileprivate func rest(after uses: Int) {
        let unused = loaded.withLock { loaded -> Models? in
            guard loaded.uses == uses else { return nil }
            defer { loaded.models = nil }
            return loaded.models
        }
        // Whoever has the turn keeps them; else they end here, outside of the lock.
        withExtendedLifetime(unused) {}
    }
}

/// Which way the text of a picture runs that stands upright or on its head: most lines of a picture agree.
struct TextDirection {
    /// From here on the recogniser is so sure of a direction that the other one is not tried.
    static let clear = 0.9
    private var upright = 0
    private var reversed = 0

    /// Whether text seems to run upwards, or to stand on its head, like what was read before.
    func isLikelyReversed(_ quad: TextQuad) -> Bool {
        Self.isVertical(quad) && reversed > upright
    }

    mutating func note(_ line: TextLine) {
        guard Self.isVertical(line.quad) else { return }
        if line.quad.topRight.y < line.quad.topLeft.y { reversed += 1 } else { upright += 1 }
    }

    private static func isVertical(_ quad: TextQuad) -> Bool {
        let along = quad.topRight - quad.topLeft
        return abs(along.y) > abs(along.x)
    }
}
