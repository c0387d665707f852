/// A microphone, or a sound card's input, as ALSA lists it.
public struct MicrophoneDescription: Sendable, Hashable, Identifiable {
    /// ALSA's name for it, such as `hw:CARD=Webcam,DEV=0`: the same from plug to plug, unlike the card's number.
    public var id: String
    /// The name to show to people.
    public var name: String
    /// The card's number now; `nil` for a device that is no card, such as `default`.
    public var card: Int?
    /// The device's number on its card.
    public var device: Int?

    /// Makes a description.
    public init(id: String, name: String, card: Int? = nil, device: Int? = nil) {
        self.id = id
        self.name = name
        self.card = card
        self.device = device
    }

    /// The input that a program gets which asks for none in particular; on a desktop the sound server's.
    public static let systemDefault = MicrophoneDescription(id: "default", name: "Default input")
}
