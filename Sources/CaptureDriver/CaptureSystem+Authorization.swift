import Dispatch

extension CapturePlatform {
    /// Asks the user for permission, if undecided. The answer comes on a queue of its own, never inside the call: whoever asks
    /// may hold locks that the handler wants.
    ///
    /// - Parameter handler: called once, with the answer.
    package func requestAuthorization(
        for medium: CaptureDeviceDescription.Medium,
        completion handler: @escaping @Sendable (Bool) -> Void
    ) {
        let unsettled = unsettled
        conditions.requestAuthorization(for: medium) { isAllowed in
            DispatchQueue.global(qos: .userInitiated).async(group: unsettled) { handler(isAllowed) }
        }
    }
}

extension CaptureSystem {
    /// Asks the user for permission, if undecided. The answer comes on a queue of its own, never inside the call.
    ///
    /// - Parameter handler: called once, with the answer.
    package func requestAuthorization(
        for medium: CaptureDeviceDescription.Medium,
        completion handler: @escaping @Sendable (Bool) -> Void
    ) {
        platform.requestAuthorization(for: medium, completion: handler)
    }
}
