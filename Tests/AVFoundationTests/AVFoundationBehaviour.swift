import CaptureSystemTesting
import Testing

/// The parent of all tests that go through the public capture API, each with a capture system of its own.
@Suite(.ownCaptureSystem)
enum AVFoundationBehaviour {}
