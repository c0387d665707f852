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

/// Why a script cannot be read.
public struct FaultScriptError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The line of the script, counted from 1; `nil` when the place isn't known.
    public var line: Int?
    /// The field, such as `events[2].percent`; empty for the whole script.
    public var field: String
    /// What is wrong, and what is allowed.
    public var message: String

    init(_ error: any Error, json: Data) {
        let context: DecodingError.Context
        switch error {
        case DecodingError.dataCorrupted(let found), DecodingError.keyNotFound(_, let found),
            DecodingError.typeMismatch(_, let found), DecodingError.valueNotFound(_, let found):
            context = found
        default:
            self.init(line: nil, field: "", message: "\(error)")
            return
        }
        let steps = context.codingPath.map { key in key.intValue.map { "[\($0)]" } ?? ".\(key.stringValue)" }
        let field = String(steps.joined().drop { $0 == "." })
        if let underlying = context.underlyingError as NSError? {
            let reason = underlying.userInfo[NSDebugDescriptionErrorKey] as? String
            self.init(line: nil, field: field, message: "this is not JSON: \(reason ?? context.debugDescription)")
            return
        }
        self.init(line: JSONLines.line(of: steps, in: json), field: field, message: context.debugDescription)
    }

    init(line: Int?, field: String, message: String) {
        self.line = line
        self.field = field
        self.message = message
    }

    /// One line for people.
    public var description: String {
        let place = [line.map { "line \($0)" }, field.isEmpty ? nil : field].compactMap { $0 }.joined(separator: ", ")
        return "The fault script cannot be used (\(place.isEmpty ? "as a whole" : place)): \(message)"
    }
}

/// Finds the line of a value in correct JSON, which Foundation's decoder does not tell.
struct JSONLines {
    private let bytes: [UInt8]
    private let steps: [String]
    private var position = 0
    private var line = 1
    /// The lines of what encloses the value, from outside to inside, and of the value itself.
    private var found: [Int: Int] = [:]

    /// The line of the value at a path such as `[".events", "[2]", ".percent"]`, or of what encloses it.
    static func line(of steps: [String], in json: Data) -> Int? {
        var lines = JSONLines(json, steps)
        lines.scanValue(matched: 0)
        return lines.found.max { $0.key < $1.key }?.value
    }

    private init(_ json: Data, _ steps: [String]) {
        bytes = Array(json)
        self.steps = steps
    }

    /// - Parameter matched: how many steps led here; nil beside the way to the value.
    private mutating func scanValue(matched: Int?) {
        skipSpace()
        if let matched { found[matched] = line }
        switch current {
        case UInt8(ascii: "{"): scanMembers(matched, end: UInt8(ascii: "}"), isObject: true)
        case UInt8(ascii: "["): scanMembers(matched, end: UInt8(ascii: "]"), isObject: false)
        case UInt8(ascii: "\""): _ = scanString()
        default: skipLiteral()
        }
    }

    private mutating func scanMembers(_ matched: Int?, end: UInt8, isObject: Bool) {
        position += 1
        var index = 0
        skipSpace()
        while let byte = current, byte != end {
            var step = "[\(index)]"
            if isObject {
                step = ".\(scanString())"
                skipSpace()
                position += 1  // the colon
            }
            scanValue(matched: matched.flatMap { $0 < steps.count && steps[$0] == step ? $0 + 1 : nil })
            skipSpace()
            if current == UInt8(ascii: ",") { position += 1 }
            skipSpace()
            index += 1
        }
        position += 1
    }

    private mutating func scanString() -> String {
        position += 1
        let start = position
        while let byte = current, byte != UInt8(ascii: "\"") {
            position += byte == UInt8(ascii: "\\") ? 2 : 1
        }
        let text = String(decoding: bytes[min(start, bytes.count)..<min(position, bytes.count)], as: UTF8.self)
        position += 1
        return text
    }

    private mutating func skipLiteral() {
        repeat { position += 1 } while current.map { !" \t\r\n,]}".utf8.contains($0) } ?? false
    }

    private mutating func skipSpace() {
        while let byte = current, " \t\r\n".utf8.contains(byte) {
            if byte == UInt8(ascii: "\n") { line += 1 }
            position += 1
        }
    }

    private var current: UInt8? { position < bytes.count ? bytes[position] : nil }
}

/// A script's events that have not happened yet. Pure: the runner asks, and does.
struct FaultTimeline: Sendable {
    private var timed: [FaultScript.Event]
    private var framed: [FaultScript.Event]

    init(_ script: FaultScript) {
        // Stable: events of the same time happen in the script's order.
        timed = script.events.enumerated().filter { $0.element.seconds != nil }.sorted { a, b in
            let (first, second) = (a.element.seconds ?? 0, b.element.seconds ?? 0)
            return first != second ? first < second : a.offset < b.offset
        }.map(\.element)
        framed = script.events.filter { $0.seconds == nil }
    }

    /// When the next timed event is due.
    var nextSeconds: Double? { timed.first?.seconds }

    /// Takes the timed events that are due.
    mutating func removeDue(seconds: Double) -> [FaultScript.Event] {
        let due = timed.prefix { ($0.seconds ?? 0) <= seconds }
        timed.removeFirst(due.count)
        return Array(due)
    }

    /// Whether any event waits for a frame; asked for every frame.
    var waitsForFrames: Bool { !framed.isEmpty }

    /// Takes the events that happen before a frame.
    ///
    /// - Parameters:
    ///   - number: the frame's number.
    ///   - isHere: whether an event's device is the camera of the frame.
    mutating func removeDue(frame number: UInt64, isHere: (String?) -> Bool) -> [FaultScript.Event] {
        let due = framed.filter { $0.isDue(frame: number) && isHere($0.device) }
        framed.removeAll { $0.isDue(frame: number) && isHere($0.device) }
        return due
    }
}

extension FaultScript.Event {
    fileprivate var seconds: Double? {
        guard case .seconds(let seconds) = moment else { return nil }
        return seconds
    }

    fileprivate func isDue(frame number: UInt64) -> Bool {
        guard case .frame(let wanted) = moment else { return false }
        return wanted <= number
    }
}
