/// The version of Pinhole: the newest one that `CHANGELOG.md` lists as released.
///
/// `scripts/package-deb` reads it here, and `Tests/Scripts/test_version.py` compares the two.
enum PinholeVersion {
    /// By Semantic Versioning.
    static let current = "0.9.0"
}
