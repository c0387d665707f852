import CoreMedia
import Foundation

/// One channel of a port, exactly as Apple's class of the same name. Made by ports only; immutable.
open class AVAudioSessionChannelDescription: NSObject, @unchecked Sendable {
    // @unchecked: immutable after initialisation.

    /// The name to show to people.
    public let channelName: String
    /// The identifier of the port.
    public let owningPortUID: String
    /// Counts the port's channels from 1.
    public let channelNumber: Int
    /// What the channel is for: mono, left or right; unknown for more than two.
    public let channelLabel: AudioChannelLabel

    init(number: Int, of count: Int, port name: String, uid: String) {
        channelName = count == 1 ? name : "\(name) \(number)"
        owningPortUID = uid
        channelNumber = number
        channelLabel =
            switch (count, number) {
            case (1, _): 42
            case (2, _): AudioChannelLabel(number)
            default: 0xFFFF_FFFF
            }
        super.init()
    }
}
