import CaptureCore
import Foundation

extension AVCapturePhotoOutput {
    /// The settings that the client prepared for last; copies.
    public var preparedPhotoSettingsArray: [AVCapturePhotoSettings] {
        configuration.withLock { $0.prepared }.compactMap(\.copy)
    }

    /// Prepares for certain settings.
    ///
    /// There is nothing to allocate ahead: every capture is prepared for as soon as the session runs. So the completion is
    /// called when it does, outside of begin and commit; or with `false`, when this is called again before (S-167).
    ///
    /// - Parameters:
    ///   - preparedPhotoSettingsArray: settings like those that will be used.
    ///   - completionHandler: called on a queue of the output's.
    @preconcurrency
    public func setPreparedPhotoSettingsArray(
        _ preparedPhotoSettingsArray: [AVCapturePhotoSettings],
        completionHandler: (@Sendable (Bool, (any Error)?) -> Void)? = nil
    ) {
        let frozen = preparedPhotoSettingsArray.map(FrozenPhotoSettings.init)
        configuration.withLock { $0.prepared = frozen }
        let isConfiguring = session.map { $0.configuration.withLock { $0.depth } > 0 } ?? false
        var completion: (@Sendable (Bool) -> Void)?
        if let completionHandler { completion = { completionHandler($0, nil) } }
        answer { preparation in
            preparation.configurationChanged(isOpen: isConfiguring) + preparation.prepare(completion)
        }
    }

    /// Prepares for certain settings, and returns when that is done or something else is prepared for.
    ///
    /// - Returns: whether the output is prepared.
    @discardableResult
    nonisolated(nonsending) public func setPreparedPhotoSettingsArray(
        _ preparedPhotoSettingsArray: [AVCapturePhotoSettings]
    ) async throws
        -> Bool
    {
        await withCheckedContinuation { continuation in
            setPreparedPhotoSettingsArray(preparedPhotoSettingsArray) { isPrepared, _ in
                continuation.resume(returning: isPrepared)
            }
        }
    }

    /// Changes who waits for preparation, and tells those who wait no more.
    func answer(
        _ change: (inout PhotoPreparation<@Sendable (Bool) -> Void>) -> [PhotoPreparation<@Sendable (Bool) -> Void>
            .Answer]
    ) {
        let answers = configuration.withLock { change(&$0.preparation) }
        guard !answers.isEmpty else { return }
        pipeline.onCallbackQueue {
            for answer in answers { answer.completion(answer.isPrepared) }
        }
    }
}
