import Foundation

/// Whether the app was started by Xcode for the unit tests, which run inside of it.
enum TestHost {
    /// Xcode names the tests' configuration, or their bundle, to the process that they run in.
    static func isNeeded(environment: [String: String]) -> Bool {
        ["XCTestConfigurationFilePath", "XCTestBundlePath"].contains { environment[$0]?.isEmpty == false }
    }
}
