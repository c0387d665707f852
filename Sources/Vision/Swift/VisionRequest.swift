import CoreGraphics
@preconcurrency import CoreMedia
@preconcurrency import CoreVideo
import Foundation
import FoundationExtras
import Synchronization

/// A question about an image.
public protocol VisionRequest: Hashable, Sendable, CustomStringConvertible {
    /// The answer.
    associatedtype Result: Sendable
}

/// A question about a part of an image. The types that ask one are this module's.
public protocol ImageProcessingRequest: VisionRequest {
    /// The part that is looked at; everything by default. What is found has its place told as shares of this part.
    var regionOfInterest: NormalizedRect { get set }
}

/// A question that this module can answer.
protocol AnswerableRequest: ImageProcessingRequest {
    /// Answers on the calling thread.
    func answer(_ image: RequestImage, isCancelled: () -> Bool) throws -> Result
}

extension ImageProcessingRequest {
    /// Answers for an image, away from the caller's thread. Cancelling the task ends it soon.
    ///
    /// - Parameters:
    ///   - pixelBuffer: in any format of cameras.
    ///   - orientation: how it must be turned to be seen upright; it is upright if there is none.
    /// - Throws: `VisionError`
    public func perform(
        on pixelBuffer: CVPixelBuffer,
        orientation: CGImagePropertyOrientation? = nil
    ) async throws -> Result {
        try await perform(.pixels(pixelBuffer, orientation ?? .up))
    }

    /// As with a pixel buffer, for an image in memory.
    /// - Throws: `VisionError`
    public func perform(on image: CGImage, orientation: CGImagePropertyOrientation? = nil) async throws -> Result {
        try await perform(.image(image, orientation ?? .up))
    }

    /// As with a pixel buffer, for a frame of a camera.
    /// - Throws: `VisionError`
    public func perform(
        on sampleBuffer: CMSampleBuffer,
        orientation: CGImagePropertyOrientation? = nil
    ) async throws -> Result {
        do {
            return try await perform(.sample(sampleBuffer, orientation ?? .up))
        } catch let error as VisionError {
            throw error
        } catch {
            throw VisionError(error)
        }
    }

    /// As with a pixel buffer, for a JPEG, PNG or HEIC file's bytes.
    /// - Parameter orientation: counts instead of the one that the file names.
    /// - Throws: `VisionError`
    public func perform(on data: Data, orientation: CGImagePropertyOrientation? = nil) async throws -> Result {
        try await perform(.data(data, orientation))
    }

    /// As with a pixel buffer, for a JPEG, PNG or HEIC file.
    /// - Parameter orientation: counts instead of the one that the file names.
    /// - Throws: `VisionError`
    public func perform(on url: URL, orientation: CGImagePropertyOrientation? = nil) async throws -> Result {
        try await perform(.file(url, orientation))
    }

    private func perform(_ source: ImageSource) async throws -> Result {
        let cancelled = RequestCancellation()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                visionQueue.async { continuation.resume(with: answer(source, cancelled)) }
            }
        } onCancel: {
            cancelled.cancel()
        }
    }

    private func answer(_ source: ImageSource, _ cancelled: RequestCancellation) -> Swift.Result<Result, any Error> {
        do {
            if cancelled.isCancelled { throw VisionError.requestCancelled }
            guard let request = self as? any AnswerableRequest else {
                throw VisionError.unsupportedRequest("\(self) is none of Vision's requests.")
            }
            let answer = try request.answer(try source.makeImage(), isCancelled: { cancelled.isCancelled })
            guard let result = answer as? Result else {
                throw VisionError.internalError("\(self) was answered with something else.")
            }
            return .success(result)
        } catch let error as VisionError {
            return .failure(error)
        } catch {
            return .failure(VisionError(error))
        }
    }
}

/// Whether whoever asked wants the answer no more.
private final class RequestCancellation: Sendable {
    private let cancelled = Mutex(false)

    var isCancelled: Bool { cancelled.withLock { $0 } }

    func cancel() {
        cancelled.withLock { $0 = true }
    }
}

/// Where requests wait and work: not on the threads of Swift's concurrency, which must not be held up.
private let visionQueue = DispatchQueue(label: "vision.requests", qos: .userInitiated)
