/// A device's answer to a command, as USB/IP puts it on the wire.
enum USBIPReply: Equatable {
    /// A transfer is done.
    ///
    /// - Parameters:
    ///   - status: 0, or the negative error code that the host's driver is to see.
    ///   - byteCount: bytes transferred; for a transfer to the host they follow the reply.
    case submitted(sequence: UInt32, status: Int32, byteCount: Int)
    /// A transfer was given up, or was done already.
    case unlinked(sequence: UInt32, status: Int32)

    /// The device refuses a request (`EPIPE`).
    static let stalled: Int32 = -32
    /// A transfer was given up (`ECONNRESET`).
    static let givenUp: Int32 = -104

    /// Appends the reply's 48 bytes.
    func write(to bytes: inout [UInt8]) {
        let head: [UInt32]
        switch self {
        case .submitted(let sequence, let status, let byteCount):
            // The fields after the count are about isochronous transfers; a packet count of -1 says that there are none.
            head = [
                3, sequence, 0, 0, 0, UInt32(bitPattern: status), UInt32(byteCount), 0, .max, 0, 0, 0,
            ]
        case .unlinked(let sequence, let status):
            head = [4, sequence, 0, 0, 0, UInt32(bitPattern: status), 0, 0, 0, 0, 0, 0]
        }
        for number in head {
            withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
        }
    }
}
