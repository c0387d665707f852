/// How several views share a picture.
public enum CMPackingType: UInt64, Sendable {
    /// They do not: `'none'`.
    case none = 0x6E6F_6E65
    /// One beside the other: `'side'`.
    case sideBySide = 0x7369_6465
    /// One above the other: `'over'`.
    case overUnder = 0x6F76_6572
}

/// How a picture lies on a sphere around who looks at it.
public enum CMProjectionType: UInt64, Sendable {
    /// It is flat: `'rect'`.
    case rectangular = 0x7265_6374
    /// All around, by longitude and latitude: `'equi'`.
    case equirectangular = 0x6571_7569
    /// Half of it, by longitude and latitude: `'hequ'`.
    case halfEquirectangular = 0x6865_7175
    /// By a fisheye lens: `'fish'`.
    case fisheye = 0x6669_7368
    /// By parameters of the lens: `'prim'`.
    case parametricImmersive = 0x7072_696D
}

/// Which eyes see a picture.
public struct CMStereoViewComponents: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt64

    /// Makes a set of its bits.
    public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// The left one.
    public static var leftEye: CMStereoViewComponents { CMStereoViewComponents(rawValue: 1) }
    /// The right one.
    public static var rightEye: CMStereoViewComponents { CMStereoViewComponents(rawValue: 2) }
}

/// What is unusual about a stereo picture's views.
public struct CMStereoViewInterpretationOptions: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt64

    /// Makes a set of its bits.
    public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// The right eye's comes first.
    public static var stereoOrderReversed: CMStereoViewInterpretationOptions {
        CMStereoViewInterpretationOptions(rawValue: 1)
    }
    /// There are more than those of two eyes.
    public static var additionalViews: CMStereoViewInterpretationOptions {
        CMStereoViewInterpretationOptions(rawValue: 2)
    }
}
