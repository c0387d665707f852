/// Four characters in quotes, or the number if they are no printable characters.
func fourCharacters(_ code: UInt32) -> String {
    let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: code >> $0) }
    guard bytes.allSatisfy({ (0x20...0x7e).contains($0) }) else { return "\(code)" }
    return "'" + String(decoding: bytes, as: Unicode.ASCII.self) + "'"
}
