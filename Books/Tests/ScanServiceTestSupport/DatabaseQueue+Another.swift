public import Foundation
public import GRDB

extension DatabaseQueue {
    /// Opens the database of a service, which may be closing it at this moment: that is waited for.
    public convenience init(ofAnother url: URL) throws {
        var configuration = Configuration()
        configuration.busyMode = .timeout(60)
        try self.init(path: url.path, configuration: configuration)
    }
}
