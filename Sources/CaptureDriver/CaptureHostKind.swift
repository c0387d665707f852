/// What kind of machine the devices belong to. It decides what can be advised when something is the matter.
public enum CaptureHostKind: Sendable, Hashable {
    /// A phone: its system asks for permission app by app, and its cameras are built in.
    case phone
    /// A computer with Linux: who may open a camera is a matter of groups, and cameras have plugs.
    case computer
}
