/// What `--host` takes.
public enum ListeningAddress {
    /// What is wrong with a text that looks like an address to listen on and is none; nil if nothing is.
    public static func problem(with host: String) -> String? {
        guard host == "*" else { return nil }
        return
            "--host takes an address or a name. To listen on every address of this machine, write --host 0.0.0.0, or "
            + "--host :: for IPv6 too; both need a --token."
    }
}
