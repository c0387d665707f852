public import BookCatalogue
public import Foundation
import ImageProcessing
public import RecognitionService
public import ScanProtocol
public import TextRecognition

/// Finds books in photos of shelves on this machine, without a network: reads their text and compares it with a catalogue.
public struct ShelfRecognizer: BookRecognizer {
    private let catalogue: BookCatalogue
    private let reader: TextReader

    /// - Parameters:
    ///   - catalogue: what shelves are compared with. An import into it counts from the next photo on.
    ///   - reader: has the models. Photos are read one at a time.
    public init(catalogue: BookCatalogue, reader: TextReader = .shared) {
        self.catalogue = catalogue
        self.reader = reader
    }

    /// `pp-ocrv6`
    public var name: String { "pp-ocrv6" }

    /// Finds the books. Runs on a thread of Dispatch's, as it computes for a second or more.
    public func recognize(
        photo: Data,
        progress: @escaping @Sendable (RecognitionProgress) -> Void
    ) async throws -> PhotoResult {
        let cancellation = Cancellation()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                DispatchQueue.global(qos: .utility).async {
                    continuation.resume(with: Result { try find(photo, progress, cancellation) })
                }
            }
        } onCancel: {
            cancellation.cancel()
        }
    }

    /// How much of the time is spent before books are matched.
    private static let readingShare = 0.95

    private func find(
        _ photo: Data,
        _ progress: @Sendable (RecognitionProgress) -> Void,
        _ cancellation: Cancellation
    ) throws -> PhotoResult {
        progress(RecognitionProgress(0, stage: .decoding))
        do {
            let shelf = try ShelfPhoto(
                file: photo,
                reader: reader,
                progress: { progress(RecognitionProgress($0 * Self.readingShare, stage: .reading)) },
                isCancelled: { cancellation.isCancelled }
            )
            progress(RecognitionProgress(Self.readingShare, stage: .matching))
            return try PhotoResult(shelf, named: "", catalogue: catalogue)
        } catch let error as StillError {
            throw UnrecognizablePhoto(reason: error.description)
        } catch TextRecognitionError.unsuitableImage(let width, let height) {
            let error = TextRecognitionError.unsuitableImage(width: width, height: height)
            throw UnrecognizablePhoto(reason: error.description)
        } catch TextRecognitionError.cancelled {
            throw CancellationError()
        } catch let error as TextRecognitionError where error.concernsEveryImage {
            throw RecognizerUnavailable(reason: error.description, retryAfter: .seconds(60))
        }
    }
}

extension TextRecognitionError {
    /// Whether no picture can be read, whichever it is.
    public var concernsEveryImage: Bool {
        switch self {
        case .missing, .damaged, .unusableLibrary: true
        case .failed, .cancelled, .unsuitableImage: false
        }
    }
}
