import CoreGraphics
import CoreMedia
import CoreVideo
import Dispatch
import ImageIO
import ImageProcessing
import Synchronization

/// Makes images of an asset, one after the other.
final class ImageMaker: @unchecked Sendable {
    // @unchecked: an asset guards its state with locks.

    struct Made: Sendable {
        var image: CGImage
        var actualTime: CMTime
    }

    /// What is used on the queue only.
    private final class FinderStorage: @unchecked Sendable {
        // @unchecked: used on one serial queue.
        var finder: FrameFinder?
    }

    private let asset: AVAsset
    private let queue = DispatchQueue(label: "AVAssetImageGenerator")
    private let storage = FinderStorage()
    /// Counts how often everything was cancelled.
    private let rounds = Mutex(0)

    init(_ asset: AVAsset) {
        self.asset = asset
    }

    var round: Int { rounds.withLock { $0 } }

    func cancel() {
        rounds.withLock { $0 += 1 }
    }

    func request(
        _ times: [CMTime],
        _ options: ImageOptions,
        _ handler: @escaping AVAssetImageGeneratorCompletionHandler
    ) {
        let round = round
        for time in times {
            queue.async { [self] in
                do {
                    let made = try make(time, options, round)
                    handler(time, made.image, made.actualTime, .succeeded, nil)
                } catch {
                    let isCancelled = (error as? AVError)?.code == .operationCancelled
                    handler(time, nil, .invalid, isCancelled ? .cancelled : .failed, error)
                }
            }
        }
    }

    func image(at time: CMTime, _ options: ImageOptions, round: Int) async throws -> Made {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { [self] in continuation.resume(with: Result { try make(time, options, round) }) }
        }
    }

    func imageNow(at time: CMTime, _ options: ImageOptions) throws -> Made {
        try queue.sync { try make(time, options, round) }
    }

    private func make(_ time: CMTime, _ options: ImageOptions, _ round: Int) throws -> Made {
        dispatchPrecondition(condition: .onQueue(queue))
        guard round == self.round else { throw AVError(.operationCancelled) }
        let track = try asset.contents().tracks.first { $0.mediaType == .video }
        guard let track = track?.contents else { throw AVError(.noSourceTrack) }
        do {
            return try make(time, options, track)
        } catch {
            storage.finder = nil
            throw AssetFailure.reading(error)
        }
    }

    private func make(_ time: CMTime, _ options: ImageOptions, _ track: TrackContents) throws -> Made {
        let size = options.size(track)
        let finder = storage.finder.flatMap { $0.fits(track, size) ? $0 : nil } ?? FrameFinder(track, size)
        storage.finder = finder
        let (pixels, actualTime) = try finder.frame(
            at: time,
            before: options.toleranceBefore,
            after: options.toleranceAfter
        )
        let turn = options.turn(track)
        let turner = try PixelTransformer(pixelFormat: kCVPixelFormatType_32BGRA)
        let upright = try turner.transform(pixels, rotation: turn.rotation, mirrored: turn.isMirrored)
        guard let image = PixelBufferImage.image(adopting: upright) else { throw AVError(.noImageAtTime) }
        return Made(image: image, actualTime: actualTime)
    }
}
