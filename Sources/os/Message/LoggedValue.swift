internal import Foundation

/// A value of a message, as it is to be shown or hidden.
struct LoggedValue {
    /// What becomes of a value whose privacy is not stated.
    enum Automatic {
        case shown
        case redacted
    }

    private let content: () -> String
    private let align: OSLogStringAlignment
    private let privacy: OSLogPrivacy
    private let automatic: Automatic

    init(
        _ content: @escaping () -> String,
        _ align: OSLogStringAlignment,
        _ privacy: OSLogPrivacy,
        automatically automatic: Automatic
    ) {
        self.content = content
        self.align = align
        self.privacy = privacy
        self.automatic = automatic
    }

    /// The value, or what stands for it. A redacted value is asked for only if its hash is wanted.
    func text(showsPrivateData: Bool) -> String {
        guard isRedacted, !showsPrivateData else { return align.aligned(content()) }
        switch privacy.mask {
        case .hash: return "<mask.hash: '\(hash)'>"
        default: return privacy.kind == .sensitive ? "<sensitive>" : "<private>"
        }
    }

    private var isRedacted: Bool {
        switch privacy.kind {
        case .public: false
        case .private, .sensitive: true
        case .automatic: automatic == .redacted
        }
    }

    /// Tells equal values apart from different ones within a run of the program, and nothing else: the seed is random.
    private var hash: String {
        var hasher = Hasher()
        hasher.combine(content())
        return withUnsafeBytes(of: hasher.finalize()) { Data($0).base64EncodedString() }
    }
}
