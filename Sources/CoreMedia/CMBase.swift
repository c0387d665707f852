@_exported import CoreVideo
import FoundationExtras

/// A number of samples or entries.
public typealias CMItemCount = CFIndex
/// The index of a sample or an entry.
public typealias CMItemIndex = CFIndex
/// The number of a track that stays the same through edits.
public typealias CMPersistentTrackID = Int32
/// The track number that stands for none.
public let kCMPersistentTrackID_Invalid: CMPersistentTrackID = 0

/// A CoreMedia status code as the error that Swift code catches.
func statusError(_ code: OSStatus) -> NSError {
    NSError(domain: NSOSStatusErrorDomain, code: Int(code))
}

/// Throws the status code of a failed C-style call.
func check(_ status: OSStatus) throws {
    if status != noErr { throw statusError(status) }
}

/// Four characters in quotes, or the number if they are no printable characters.
func fourCharacters(_ code: UInt32) -> String {
    let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: code >> $0) }
    guard bytes.allSatisfy({ (0x20...0x7e).contains($0) }) else { return "\(code)" }
    return "'" + String(decoding: bytes, as: Unicode.ASCII.self) + "'"
}
