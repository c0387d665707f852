import CaptureDriver
import Synchronization

/// Remembers what an observer of devices was told about one of them.
final class ChangeLog: Sendable {
    private let id: String
    private let beacon: ConformanceBeacon
    private let changes = Mutex<[CaptureDeviceChange]>([])

    init(_ id: String, _ beacon: ConformanceBeacon) {
        self.id = id
        self.beacon = beacon
    }

    var all: [CaptureDeviceChange] { changes.withLock { $0 } }

    func record(_ change: CaptureDeviceChange) {
        let concerned =
            switch change {
            case .appeared(let device): device.id
            case .disappeared(let id): id
            }
        guard concerned == id else { return }
        changes.withLock { $0.append(change) }
        beacon.light()
    }
}
