import COpenVINO
import Foundation
import Synchronization

/// A line of text in an image.
public struct TextLine: Sendable, Equatable {
    public var read: ReadText
    /// Where it is, in pixels of the image; its corners as the text is read.
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

/// Finds and reads the text in images. Models are loaded when text is wanted for the first time, and given back after a while
/// without work.
///
/// May be used on any thread; of several who want text at the same time, one waits for the other.
public final class TextReader: Sendable {
    public struct Options: Sendable, Equatable {
        /// How much smaller the image is made before text is looked for, from 0 to 1; above 1: how much larger. Text is read in
        /// the image as it is.
        public var detectionScale = 1.0
        /// What the recogniser is less sure of is left out, from 0 to 1.
        public var leastConfidence = 0.5
        /// The least height of text, in pixels.
        public var leastHeight = 0.0
        /// Whether text is read against the direction that it seems to have, too, where it is not clear otherwise.
        public var readsBothDirections = true
        /// Whether what was not read clearly is read again: with more of its surroundings, and enlarged when it may be several
        /// lines that were taken for one.
        public var looksAgain = false

        public init() {}

        /// For text of which as much as possible is wanted, as on the spines of books, whatever it costs in time.
        public static func thorough(_ image: BGRAImage) -> Options {
            var options = Options()
            options.looksAgain = true
            // Text of small images is small. Twice as large is no better on sharp images, and worse on blurred ones.
            if image.width * image.height <= 1_500_000 { options.detectionScale = 1.5 }
            return options
        }
    }

    /// What was loaded, and how often it was used: whoever gives it back sees by that whether it was wanted meanwhile.
    private struct Loaded {
        var models: TextModels?
        var uses = 0
    }

    /// The program's own, on the folder that `ModelFolder.find` finds.
    public static let shared = TextReader()

    private let folder: @Sendable () throws -> ModelFolder
    private let threads: Int
    private let rest: Duration
    private let loaded = Mutex(Loaded())
    /// Where images are looked at, in the order in which they came: models answer one request at a time, and who asks again and
    /// again keeps nobody waiting for more than one image.
    private let turns = DispatchQueue(label: "pinhole.text-recognition.turns")
    private let janitor = DispatchQueue(label: "pinhole.text-recognition.rest", qos: .utility)

    /// - Parameters:
    ///   - folder: finds the library and the models.
    ///   - threads: on how many threads an image is read.
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
        _ image: BGRAImage,
        options: Options = Options(),
        isCancelled: () -> Bool = { false }
    ) throws(TextRecognitionError) -> [DetectedText] {
        try withModels { models throws(TextRecognitionError) in
            try TextReading(image, options, models).find(isCancelled)
        }
    }

    /// Finds and reads lines.
    /// - Parameters:
    ///   - progress: told the share that is done, from 0 to 1; on the caller's thread.
    ///   - isCancelled: asked now and then.
    /// - Throws: `TextRecognitionError`
    public func read(
        _ image: BGRAImage,
        options: Options = Options(),
        progress: (Double) -> Void = { _ in },
        isCancelled: () -> Bool = { false }
    ) throws(TextRecognitionError) -> [TextLine] {
        try withModels { models throws(TextRecognitionError) in
            var reading = TextReading(image, options, models)
            return try reading.read(progress: progress, isCancelled: isCancelled)
        }
    }

    private func withModels<Value>(
        _ work: (TextModels) throws(TextRecognitionError) -> Value
    ) throws(TextRecognitionError) -> Value {
        defer {
            restLater(
                uses: loaded.withLock { loaded in
                    loaded.uses += 1
                    return loaded.uses
                }
            )
        }
        return try turns.sync {
            Result { () throws(TextRecognitionError) in try work(try models()) }
        }.get()
    }

    private func models() throws(TextRecognitionError) -> TextModels {
        if let models = loaded.withLock({ $0.models }) { return models }
        let models = try load()
        loaded.withLock { $0.models = models }
        return models
    }

    private func load() throws(TextRecognitionError) -> TextModels {
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
        return TextModels(
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
        var unused = loaded.withLock { loaded -> TextModels? in
            guard loaded.uses == uses else { return nil }
            defer { loaded.models = nil }
            return loaded.models
        }
        guard unused != nil else { return }
        // Whoever has the turn keeps them; else they end here, outside of the lock.
        unused = nil
        // What was freed in pieces stays with the process otherwise.
        openvino_give_back_memory()
    }
}
