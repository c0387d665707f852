/// Whether the log shows a value.
public struct OSLogPrivacy: Equatable, Sendable {
    /// What is shown in the place of a private value.
    public struct Mask: Equatable, Sendable {
        private let isHash: Bool

        /// Nothing of it.
        public static let none = Mask(isHash: false)
        /// A hash, by which equal values can be recognised. Another one in each run of the program.
        public static let hash = Mask(isHash: true)
    }

    enum Kind {
        case automatic
        case `public`
        case `private`
        case sensitive
    }

    let kind: Kind
    let mask: Mask

    /// Numbers and truth values are shown, strings and objects are not.
    public static let auto = OSLogPrivacy(kind: .automatic, mask: .none)
    /// Shown.
    public static let `public` = OSLogPrivacy(kind: .public, mask: .none)
    /// Not shown.
    public static let `private` = OSLogPrivacy(kind: .private, mask: .none)
    /// Not shown. `DEVIATION`: Apple's platforms hide it also where private values are shown; here both are treated alike.
    public static let sensitive = OSLogPrivacy(kind: .sensitive, mask: .none)

    /// As ``auto``; a value that is not shown has a mask.
    public static func auto(mask: Mask) -> OSLogPrivacy { OSLogPrivacy(kind: .automatic, mask: mask) }
    /// Not shown, but for its mask.
    public static func `private`(mask: Mask) -> OSLogPrivacy { OSLogPrivacy(kind: .private, mask: mask) }
    /// Not shown, but for its mask.
    public static func sensitive(mask: Mask) -> OSLogPrivacy { OSLogPrivacy(kind: .sensitive, mask: mask) }
}
