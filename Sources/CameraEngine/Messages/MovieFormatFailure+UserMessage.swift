extension MovieFormatFailure {
    /// The failure for people: what was the matter, and what they can do about it.
    public var userMessage: CameraMessage {
        switch self {
        case .recording:
            CameraMessage(
                title: "A recording is under way",
                advice: "Stop it before you choose another size or rate: a movie has one from its beginning to its end."
            )
        case .severalCameras:
            CameraMessage(
                title: "Several cameras share the hardware",
                advice: "Their sizes and rates are what it has room for. Use one camera to choose them."
            )
        case .notOffered(let choices):
            CameraMessage(
                title: "This camera has no such size and rate",
                advice: "It has \(Self.list(choices))."
            )
        }
    }

    /// `1920 x 1080 at 24, 30, 60; 1280 x 720 at 30 frames a second`
    @_spi(Pinhole) public static func list(_ choices: [MovieFormat]) -> String {
        let sizes = choices.reduce(into: [(size: PhotoSize, rates: [String])]()) { sizes, choice in
            if sizes.last?.size != choice.size { sizes.append((choice.size, [])) }
            sizes[sizes.count - 1].rates.append("\(choice.framesPerSecond)")
        }
        return sizes.map { "\($0.size) at \($0.rates.joined(separator: ", "))" }.joined(separator: "; ")
            + " frames a second"
    }
}
