/// How a time is rounded when a timescale cannot hold it exactly.
public enum CMTimeRoundingMethod: UInt32, Hashable, Sendable {
    /// To the nearest unit; halves go away from zero. The default of all of CoreMedia.
    case roundHalfAwayFromZero = 1
    /// Cuts the fraction off.
    case roundTowardZero = 2
    /// Any fraction moves the value away from zero.
    case roundAwayFromZero = 3
    /// Toward zero when the new timescale is coarser, away from zero when it is finer; a negative time never becomes
    /// zero.
    case quickTime = 4
    /// Any fraction moves the value up.
    case roundTowardPositiveInfinity = 5
    /// Any fraction moves the value down.
    case roundTowardNegativeInfinity = 6

    /// The method used where none is asked for: ``roundHalfAwayFromZero``.
    public static var `default`: CMTimeRoundingMethod { .roundHalfAwayFromZero }
}
