import CaptureDriver
import Foundation
import FoundationExtras

/// When which fault happens, and the seed for what is left to chance. Replays exactly.
///
/// As JSON: `{"seed": 7, "events": [{"at": 2.5, "fault": "stall", "seconds": 1}]}`. An event has either `at`, seconds
/// since the script was started, or `frame`, a frame's number in its stream. `device` is a camera's identifier or name;
/// without it the first camera is meant, or the whole phone where a fault concerns that.
public struct FaultScript: Sendable, Hashable, Codable {
    /// When a fault happens.
    public enum Moment: Sendable, Hashable {
        /// Seconds after the script was started.
        case seconds(Double)
        /// Just before the frame with this number, counted from zero in each stream; happens once.
        case frame(UInt64)
    }

    /// A fault with its time and place.
    public struct Event: Sendable, Hashable, Codable {
        /// When.
        public var moment: Moment
        /// A camera's identifier or name; `nil` for the first camera, or the phone.
        public var device: String?
        /// What.
        public var fault: SimulatedFault

        /// Puts an event together.
        public init(_ moment: Moment, device: String? = nil, _ fault: SimulatedFault) {
            self.moment = moment
            self.device = device
            self.fault = fault
        }
    }

    /// Decides what is left to chance.
    public var seed: UInt64
    /// What happens, in any order.
    public var events: [Event]

    /// Puts a script together.
    public init(seed: UInt64 = 1, events: [Event]) {
        self.seed = seed
        self.events = events
    }

    /// Reads a script's parts; errors name the field and what it may be.
    public init(from decoder: any Decoder) throws {
        var fields = try ScriptFields(decoder)
        seed = UInt64(try fields.integer("seed", 0...Int.max, default: 1))
        let container = try decoder.container(keyedBy: ScriptKey.self)
        guard container.contains(ScriptKey("events")) else {
            throw fields.wrong("events", "a list of events", isValue: true)
        }
        _ = try? fields.optionalText("events")
        events = try container.decode([Event].self, forKey: ScriptKey("events"))
        try fields.finish()
    }

    /// A script is an object with a list of objects. Deeper texts are refused unread, some more levels with words about the field.
    private static let deepest = 16

    /// Reads a script from JSON.
    ///
    /// - Throws: `FaultScriptError`, which names the line and the field and says what is allowed there.
    public init(json: Data) throws(FaultScriptError) {
        guard !JSONDepth.exceeds(Self.deepest, in: json) else {
            throw FaultScriptError(
                line: nil,
                field: "",
                message:
                    "lists and objects lie in each other more than \(Self.deepest) times; a script has three levels"
            )
        }
        do {
            self = try JSONDecoder().decode(FaultScript.self, from: json)
        } catch {
            throw FaultScriptError(error, json: json)
        }
    }

    /// The script as JSON, one that `init(json:)` reads.
    public func json() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        return try encoder.encode(self)
    }
}
