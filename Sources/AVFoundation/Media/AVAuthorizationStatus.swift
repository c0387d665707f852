/// Whether the program may capture a medium. Documented: S-56.
public enum AVAuthorizationStatus: Int, Sendable, CaseIterable {
    /// The user has not been asked yet.
    case notDetermined = 0
    /// Not allowed, and the user cannot change it.
    case restricted = 1
    /// The user said no.
    case denied = 2
    /// Allowed.
    case authorized = 3
}
