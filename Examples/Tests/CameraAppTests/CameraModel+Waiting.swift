import Combine

@testable import CameraApp

extension CameraModel {
    /// Waits until a status is shown.
    func reaches(_ wanted: CameraStatus) async {
        await $status.first { $0 == wanted }.arrival()
    }

    /// Waits until the frame rate has a limit, or none.
    func limitsFrameRate(to wanted: Int?) async {
        await $frameRateLimit.first { $0 == wanted }.arrival()
    }
}

extension Publisher where Failure == Never {
    /// Waits until the publisher has finished.
    @MainActor
    fileprivate func arrival() async {
        let (ending, continuation) = AsyncStream.makeStream(of: Void.self)
        let subscription = sink(receiveCompletion: { _ in continuation.finish() }, receiveValue: { _ in })
        for await _ in ending {}
        subscription.cancel()
    }
}
