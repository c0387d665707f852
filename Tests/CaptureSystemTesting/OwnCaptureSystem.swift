import CaptureDriver
public import Testing

/// Gives each test, and each case of a test with arguments, a scope of its own: the capture system that it chooses with
/// `CaptureSystem.use(_:)` is in force for it alone, so tests with simulated phones run beside each other.
public struct OwnCaptureSystem: TestTrait, SuiteTrait, TestScoping {
    /// Of a suite, all tests have it, each on its own.
    public var isRecursive: Bool { true }

    /// Runs a test in a scope of its own.
    public func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        try await CaptureSystem.withScope { try await function() }
    }
}

extension Trait where Self == OwnCaptureSystem {
    /// Gives each test a scope of its own for capture systems.
    public static var ownCaptureSystem: Self { OwnCaptureSystem() }
}
