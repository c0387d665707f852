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
        self.init(line: JSONLines(json).line(of: steps), field: field, message: context.debugDescription)
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

/// Finds the lines of values in correct JSON, which Foundation's decoder does not tell.
struct JSONLines {
    private let bytes: [UInt8]
    private var position = 0
    private var line = 1
    private var lines: [String: Int] = [:]

    init(_ json: Data) {
        bytes = Array(json)
        scanValue(path: "")
    }

    /// The line of the value at a path such as `[".events", "[2]", ".percent"]`, or of what encloses it.
    func line(of steps: [String]) -> Int? {
        var steps = steps
        while !steps.isEmpty {
            if let line = lines[steps.joined()] { return line }
            steps.removeLast()
        }
        return lines[""]
    }

    private mutating func scanValue(path: String) {
        skipSpace()
        lines[path] = line
        switch current {
        case UInt8(ascii: "{"): scanMembers(path, end: UInt8(ascii: "}"), isObject: true)
        case UInt8(ascii: "["): scanMembers(path, end: UInt8(ascii: "]"), isObject: false)
        case UInt8(ascii: "\""): _ = scanString()
        default: skipLiteral()
        }
    }

    private mutating func scanMembers(_ path: String, end: UInt8, isObject: Bool) {
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
            scanValue(path: path + step)
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
