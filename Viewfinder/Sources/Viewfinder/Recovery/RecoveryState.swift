public import CameraEngine
public import Foundation

/// The recordings that were cut off, as the page offers them.
public struct RecoveryState: Codable, Equatable, Sendable {
    /// One of them.
    public struct Item: Codable, Equatable, Sendable {
        /// What is being done about it.
        public enum Stage: String, Codable, CaseIterable, Sendable {
            /// Nothing; the user decides.
            case found
            /// It waits until the one before is done.
            case waiting
            /// It is being recovered.
            case recovering
            /// That failed; ``Item/message`` tells why.
            case failed
        }

        /// The file's name, without any folder.
        public var name: String
        /// Where the server gives the file out, relative to the page: it plays as far as it goes.
        public var url: String
        /// The file's size in bytes.
        public var bytes: Int
        /// When it was written last.
        public var date: Date
        /// How long it plays, in seconds.
        public var seconds: Double
        /// What is being done about it.
        public var stage: Stage
        /// How far that is, from 0 to 1.
        public var progress: Double
        /// Why it failed, and what the user can do; nil unless it did.
        public var message: MessageText?

        /// Makes the description of a recording about which nothing has been done.
        public init(name: String, bytes: Int, date: Date, seconds: Double) {
            self.name = name
            url = MediaAddress.address(of: name, in: "movies")
            self.bytes = bytes
            self.date = date
            self.seconds = seconds
            stage = .found
            progress = 0
        }
    }

    /// All of them, the newest first.
    public var items: [Item]

    /// Makes a state.
    public init(items: [Item] = []) {
        self.items = items
    }
}
