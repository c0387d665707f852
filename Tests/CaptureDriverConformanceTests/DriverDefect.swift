import CaptureDriverConformance
import Testing

/// A way in which a driver can be wrong, with the check that has to notice it.
enum DriverDefect: String, Sendable, CaseIterable, CustomTestStringConvertible {
    case listsTheDeviceTwice
    case listsRatesInTheWrongOrder
    case opensWhatDoesNotExist
    case opensTwice
    case waitsForOtherPrograms
    case worksAfterClose
    case speaksUpWhenStoppedTwice
    case startsTwiceOnly
    case deliversAfterStop
    case repeatsNumbers
    case losesFramesAndRenumbers
    case hidesLosses
    case overwritesHeldFrames
    case losesBuffersForEver
    case overwritesAfterStop
    case overwritesThePreviousFrame
    case timesRunBackwards
    case timesOfAnotherClock
    case timesWithJitter
    case promisesAnotherFormat
    case deliversAnotherFormat
    case truncatesCompressedPictures
    case acceptsUnlistedFormats
    case callsTheFormerSink
    case promisesTheHighestRateOnly
    case deliversHalfTheRate
    case ignoresChangesOfRate
    case ignoresControls
    case refusesNumbersOutOfRange
    case acceptsUnlistedControls
    case hidesDisconnection
    case deliversAfterDisconnection
    case listsUnpluggedDevices
    case comesBackAsAnother
    case tellsCancelledObservers
    case deliversAnotherDepthFormat
    case acceptsUnlistedDepthFormats
    case makesNonsenseOfDepth
    case ignoresDepthIntervals
    case losesDepthMapsSilently
    case repeatsDepthMaps
    case overwritesHeldDepthMaps
    case overwritesDepthAfterStop
    case goesOnWithDepth

    var testDescription: String { rawValue }

    /// The check that is meant to notice it.
    var check: ConformanceCheck {
        switch self {
        case .listsTheDeviceTwice, .listsRatesInTheWrongOrder: .listing
        case .opensWhatDoesNotExist: .unknownDevice
        case .opensTwice: .exclusiveOpening
        case .waitsForOtherPrograms: .useElsewhere
        case .worksAfterClose: .useAfterClose
        case .speaksUpWhenStoppedTwice: .repeatedStops
        case .startsTwiceOnly: .startStopCycles
        case .deliversAfterStop: .silenceAfterStop
        case .repeatsNumbers, .losesFramesAndRenumbers: .frameCounts
        case .hidesLosses: .slowConsumer
        case .overwritesHeldFrames, .losesBuffersForEver: .heldFrames
        case .overwritesAfterStop: .framesHeldAfterStop
        case .overwritesThePreviousFrame: .twoConsumers
        case .timesRunBackwards, .timesOfAnotherClock, .timesWithJitter: .timestamps
        case .promisesAnotherFormat, .deliversAnotherFormat, .truncatesCompressedPictures: .everyFormat
        case .acceptsUnlistedFormats: .unlistedFormat
        case .callsTheFormerSink: .reconfiguration
        case .promisesTheHighestRateOnly: .frameDurations
        case .deliversHalfTheRate: .deliveredRate
        case .ignoresChangesOfRate: .changeOfFrameDuration
        case .ignoresControls: .controlValues
        case .refusesNumbersOutOfRange: .controlLimits
        case .acceptsUnlistedControls: .unlistedControls
        case .hidesDisconnection, .deliversAfterDisconnection: .unplugWhileStreaming
        case .listsUnpluggedDevices, .comesBackAsAnother: .unplugWhileIdle
        case .tellsCancelledObservers: .observerCancellation
        case .deliversAnotherDepthFormat, .acceptsUnlistedDepthFormats, .makesNonsenseOfDepth: .depthFormats
        case .ignoresDepthIntervals, .losesDepthMapsSilently, .repeatsDepthMaps: .depthIntervals
        case .overwritesHeldDepthMaps: .heldDepthMaps
        case .overwritesDepthAfterStop, .goesOnWithDepth: .depthAfterStop
        }
    }
}
