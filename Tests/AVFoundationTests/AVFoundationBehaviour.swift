import Testing

/// The parent of all tests that go through the public capture API. The capture system is one for the process, as on a
/// phone, so these tests run one after the other.
@Suite(.serialized)
enum AVFoundationBehaviour {}
