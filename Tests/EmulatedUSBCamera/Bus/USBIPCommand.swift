/// A host's command to a device, as USB/IP puts it on the wire: 48 bytes, numbers with the high byte first.
struct USBIPCommand: Equatable {
    /// What is to be done.
    enum Kind: Equatable {
        /// A transfer.
        case submit(Transfer)
        /// The transfer with this number is not wanted any more.
        case unlink(UInt32)
    }

    /// One transfer.
    struct Transfer: Equatable {
        var isInput: Bool
        var endpoint: UInt32
        /// Bytes that the host sends after the command, or wants at most.
        var length: Int
        /// What a transfer on endpoint 0 asks for; other endpoints are not asked.
        var setup: SetupPacket?
    }

    /// Bytes of every command, without the data of a transfer.
    static let byteCount = 48

    /// The host's number for the command; the reply repeats it.
    var sequence: UInt32
    var kind: Kind

    /// How many bytes of data follow on the wire.
    var dataByteCount: Int {
        guard case .submit(let transfer) = kind, !transfer.isInput else { return 0 }
        return transfer.length
    }

    /// Reads a command.
    ///
    /// - Parameter bytes: 48 of them.
    /// - Returns: `nil` for a command that USB/IP doesn't have.
    init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        func number(_ offset: Int) -> UInt32 {
            bytes.withUnsafeBytes { UInt32(bigEndian: $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self)) }
        }
        sequence = number(4)
        switch number(0) {
        case 1:
            kind = .submit(
                Transfer(
                    isInput: number(12) == 1,
                    endpoint: number(16),
                    length: Int(number(24)),
                    setup: number(16) == 0 ? SetupPacket(Array(bytes[40...])) : nil
                )
            )
        case 2:
            kind = .unlink(number(20))
        default:
            return nil
        }
    }
}
