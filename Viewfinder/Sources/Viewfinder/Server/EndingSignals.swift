import Glibc
public import UnixSignals

/// The signals that end a command in good order: Ctrl-C, a service manager's request, and the end of the terminal.
@_spi(PageServer)
public enum EndingSignals {
    /// All of them, but for SIGHUP where whoever started the program had it ignored, as `nohup` does.
    public static var all: [UnixSignal] { isHangUpIgnored ? [.sigint, .sigterm] : [.sigint, .sigterm, .sighup] }

    private static var isHangUpIgnored: Bool {
        var action = sigaction()
        guard sigaction(SIGHUP, nil, &action) == 0 else { return false }
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == ignored
    }

    /// The number of SIG_IGN.
    private static let ignored = 1
}
