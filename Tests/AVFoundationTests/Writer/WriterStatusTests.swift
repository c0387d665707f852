import CaptureCore
import Testing

@testable import AVFoundation

@Suite("The status of an asset writer")
struct WriterStatusTests {
    @Test("S-184: raw values are Apple's")
    func rawValues() {
        #expect(AVAssetWriter.Status.allCases.map(\.rawValue) == [0, 1, 2, 3, 4])
    }

    @Test("S-184: clients see the state machine's status", arguments: WriterStateMachine.Status.allCases)
    func translation(_ status: WriterStateMachine.Status) {
        #expect(AVAssetWriter.Status(status).rawValue == status.rawValue)
    }
}
