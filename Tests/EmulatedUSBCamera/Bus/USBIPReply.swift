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
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 12) { numbers in
            numbers.initialize(repeating: 0)
            switch self {
            case .submitted(let sequence, let status, let byteCount):
                numbers[0] = UInt32(3).bigEndian
                numbers[1] = sequence.bigEndian
                numbers[5] = UInt32(bitPattern: status).bigEndian
                numbers[6] = UInt32(byteCount).bigEndian
                // The count of isochronous packets: there are none.
                numbers[8] = .max
            case .unlinked(let sequence, let status):
                numbers[0] = UInt32(4).bigEndian
                numbers[1] = sequence.bigEndian
                numbers[5] = UInt32(bitPattern: status).bigEndian
            }
            bytes.append(contentsOf: UnsafeRawBufferPointer(numbers))
        }
    }
}
