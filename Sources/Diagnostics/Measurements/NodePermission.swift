/// Who may use a device's node, and whether that includes the user.
struct NodePermission: Sendable, Hashable {
    /// Whether reading and writing are allowed, as the kernel answers.
    var isAllowed: Bool
    /// The owner's name, or number.
    var owner: String
    /// The group's name, or number.
    var group: String
    /// The permission bits.
    var mode: UInt32
    /// Whether the user database counts the user among the group's members.
    var isMember: Bool
    /// Whether this process has the group.
    var hasGroup: Bool

    /// Whether the group may read and write.
    var groupMayUse: Bool { mode & 0o060 == 0o060 }

    /// As `ls -l` shows it, without the type.
    var modeText: String {
        let letters = ["r", "w", "x"]
        return (0..<9).map { mode & (0o400 >> UInt32($0)) != 0 ? letters[$0 % 3] : "-" }.joined()
    }
}

/// A process that has a device open.
public struct Holder: Sendable, Hashable, Codable {
    /// The process.
    public var process: Int32
    /// Its name.
    public var name: String

    var text: String { "\(name) (process \(process))" }
}

/// Who has a device open, as far as may be known.
struct Holders: Sendable, Hashable {
    /// Processes that have it open, this one left out.
    var known: [Holder] = []
    /// Whether there are processes of other users that could not be looked into.
    var isIncomplete = false

    /// Names for a sentence; `nil` when none is known.
    var text: String? { known.isEmpty ? nil : known.map(\.text).joined(separator: ", ") }
}
