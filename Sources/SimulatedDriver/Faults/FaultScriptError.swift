import Foundation

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
