import Foundation

/// One of several places where a port takes its sound, exactly as Apple's class of the same name. No port here has more than
/// one, so that there are no such objects.
open class AVAudioSessionDataSourceDescription: NSObject, @unchecked Sendable {
    // @unchecked: immutable after initialisation.

    /// Tells the place from the port's others.
    public let dataSourceID: NSNumber
    /// The name to show to people.
    public let dataSourceName: String

    // Keeps clients from making one.
    init(identifier: Int, name: String) {
        dataSourceID = NSNumber(value: identifier)
        dataSourceName = name
        super.init()
    }

    /// Where on the device it is; `nil` if that is not known.
    open var location: AVAudioSession.Location? { nil }

    /// Which way it looks; `nil` if that is not known.
    open var orientation: AVAudioSession.Orientation? { nil }

    /// From where it can take sound; `nil` without a choice.
    open var supportedPolarPatterns: [AVAudioSession.PolarPattern]? { nil }

    /// From where it takes sound; `nil` without a choice.
    open var selectedPolarPattern: AVAudioSession.PolarPattern? { nil }

    /// From where it is to take sound; `nil` without a choice.
    open var preferredPolarPattern: AVAudioSession.PolarPattern? { nil }

    /// Chooses from where it is to take sound; `nil` leaves it to the system.
    ///
    /// - Throws: `.badParam` for a pattern, as no place here has a choice.
    open func setPreferredPolarPattern(_ pattern: AVAudioSession.PolarPattern?) throws {
        guard pattern != nil else { return }
        throw NSError.audioSession(.badParam, "The data source has no such pattern. See supportedPolarPatterns.")
    }
}
