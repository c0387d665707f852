import Foundation

/// How deeply the lists and objects of a JSON text lie in each other.
///
/// Readers of nested texts call themselves for each level, and end the process where the stack ends: a text of unknown origin is
/// measured before it is read.
package enum JSONDepth {
    /// Whether more lists and objects are open at once than a limit allows. Reads no further than to the first that is too many,
    /// and calls nothing that calls itself. What is no JSON has some depth, too.
    package static func exceeds(_ limit: Int, in json: Data) -> Bool {
        json.withUnsafeBytes { bytes in
            var depth = 0
            var isText = false
            var isEscaped = false
            for byte in bytes {
                if isText {
                    if isEscaped {
                        isEscaped = false
                    } else if byte == UInt8(ascii: "\\") {
                        isEscaped = true
                    } else if byte == UInt8(ascii: "\"") {
                        isText = false
                    }
                    continue
                }
                switch byte {
                case UInt8(ascii: "\""): isText = true
                case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
                case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
                default: break
                }
                if depth > limit { return true }
            }
            return false
        }
    }
}
