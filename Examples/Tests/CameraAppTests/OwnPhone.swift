import CaptureDriver
import Testing

/// Gives each test of a suite a capture system of its own, so that tests run beside each other: what a test chooses with
/// `CaptureSystem.use(_:)` is in force for this test alone.
struct OwnPhone: TestTrait, SuiteTrait, TestScoping {
    /// Each test has it, not only the suite.
    var isRecursive: Bool { true }

    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        try await CaptureSystem.withScope(operation: function)
    }
}

extension Trait where Self == OwnPhone {
    static var ownPhone: Self { Self() }
}
