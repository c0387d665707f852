import ArgumentParser

/// What `--host` takes.
enum ListeningAddress {
    /// Refuses what looks like an address and is none.
    static func check(_ host: String) throws {
        guard host != "*" else {
            throw ValidationError(
                "--host takes an address or a name. To listen on every address of this machine, write --host 0.0.0.0, or "
                    + "--host :: for IPv6 too; both need a --token."
            )
        }
    }
}
