/// Where an output's data go when a synchronizer takes them.
struct SynchronizerRoute: @unchecked Sendable {
    // @unchecked: a synchronizer guards its state with locks.

    /// Who takes the data; `nil` when nobody does, or does any more.
    private(set) weak var synchronizer: AVCaptureDataOutputSynchronizer?
    /// Which of its outputs this is.
    private(set) var index = 0

    /// Nobody takes the data.
    init() {}

    init(_ synchronizer: AVCaptureDataOutputSynchronizer, _ index: Int) {
        self.synchronizer = synchronizer
        self.index = index
    }

    /// Whether somebody takes the data.
    var isConnected: Bool { synchronizer != nil }

    /// Tells whether data are to be expected.
    func expect(_ isExpected: Bool) { synchronizer?.expect(isExpected, from: index) }

    /// Tells that the output's data are nobody's any more: it has left its session, or another synchronizer has it.
    func disconnect() { synchronizer?.removeOutput(index) }

    /// Tells whether the session runs.
    func runningChanged(_ isRunning: Bool) {
        if !isRunning { synchronizer?.sessionStopped() }
    }
}
