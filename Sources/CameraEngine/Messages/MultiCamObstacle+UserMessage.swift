extension MultiCamObstacle {
    /// Why there is one camera where two are wanted, for people, on the machine whose cameras the program uses.
    public var userMessage: CameraMessage { userMessage(on: .current) }

    /// Why there is one camera where two are wanted, for people: the picture of one goes on meanwhile.
    ///
    /// - Parameter host: what the cameras belong to.
    public func userMessage(on host: CameraHost) -> CameraMessage {
        switch self {
        case .notSupported:
            CameraMessage(
                title: "One camera at a time",
                advice: "This device cannot use two at once. Choose the one that you want to see."
            )
        case .noOtherCamera:
            CameraMessage(
                title: "No second camera",
                advice: "Connect another one that works together with this one, and ask for both again."
            )
        case .noFormats:
            CameraMessage(
                title: "These two cameras do not go together",
                advice: "Choose another first camera, and ask for both again."
            )
        case .tooExpensive(let cost):
            CameraMessage(
                title: "Too much for two cameras",
                advice: host == .phone
                    ? "\(Self.need(cost)) Close other apps that use cameras, and ask for both again."
                    : "\(Self.need(cost)) Close other programs that use cameras, or connect them to different ports, "
                        + "and ask for both again."
            )
        case .systemPressure:
            CameraMessage(
                title: "Too hot for two cameras",
                advice: "Let the device cool down; the second camera comes back by itself."
            )
        case .cameraLost(let name) where host == .phone:
            CameraMessage(title: "\(name) is gone", advice: "The other camera goes on.")
        case .cameraLost(let name):
            CameraMessage(
                title: "\(name) was unplugged",
                advice: "The other camera goes on. Plug it in again, and both are back."
            )
        case .inUse:
            CameraMessage(
                title: "The second camera is busy elsewhere",
                advice: host == .phone
                    ? "Close the app that holds it, and ask for both again."
                    : "Close the program that holds it, and ask for both again."
            )
        case .notResponding:
            CameraMessage(
                title: "The second camera does not respond",
                advice: host == .phone
                    ? "The first one goes on. Ask for both again; if that does not help, restart the device."
                    : "The first one goes on. Ask for both again, or unplug the second camera and plug it in."
            )
        case .refused(let reason):
            CameraMessage(title: "The second camera cannot be used now", advice: "\(reason) Ask for both again.")
        }
    }

    private static func need(_ cost: Float) -> MessageText {
        // A bus that has no room for both may look as if it had.
        guard cost > 1 else { return "There is no room for the pictures of both." }
        return "Together they need \(Int((cost * 100).rounded(.up))) % of what there is."
    }
}
