import Glibc

/// Reads who may use a node, and who has it open.
enum NodeReader {
    /// The node's owner, group and rights; `nil` when there is no such node.
    static func permission(_ path: String) -> NodePermission? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        let group = getgrgid(status.st_gid)
        let user = userName
        return NodePermission(
            isAllowed: faccessat(AT_FDCWD, path, R_OK | W_OK, AT_EACCESS) == 0,
            owner: getpwuid(status.st_uid).map { String(cString: $0.pointee.pw_name) } ?? "\(status.st_uid)",
            group: group.map { String(cString: $0.pointee.gr_name) } ?? "\(status.st_gid)",
            mode: status.st_mode & 0o777,
            isMember: isMember(user: user, group: status.st_gid),
            hasGroup: processGroups.contains(status.st_gid)
        )
    }

    /// The user's name, or number.
    static var userName: String {
        getpwuid(geteuid()).map { String(cString: $0.pointee.pw_name) } ?? "\(geteuid())"
    }

    /// The groups of this process.
    static var processGroups: Set<gid_t> {
        let count = getgroups(0, nil)
        var groups = [gid_t](repeating: 0, count: Int(max(count, 0)))
        let filled = getgroups(count, &groups)
        return Set(groups.prefix(Int(max(filled, 0)))).union([getegid()])
    }

    /// Whether the user database counts a user among a group's members.
    private static func isMember(user: String, group: gid_t) -> Bool {
        if let entry = getpwuid(geteuid()), entry.pointee.pw_gid == group { return true }
        guard let members = getgrgid(group)?.pointee.gr_mem else { return false }
        var next = members
        while let member = next.pointee {
            if String(cString: member) == user { return true }
            next += 1
        }
        return false
    }
}
