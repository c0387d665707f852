/// The eight bytes that begin every request on endpoint 0.
struct SetupPacket: Equatable {
    /// Direction, kind and recipient.
    var type: UInt8
    var request: UInt8
    var value: UInt16
    var index: UInt16
    /// Bytes that the host sends, or wants at most.
    var length: UInt16

    init(type: UInt8, request: UInt8, value: UInt16 = 0, index: UInt16 = 0, length: UInt16 = 0) {
        self.type = type
        self.request = request
        self.value = value
        self.index = index
        self.length = length
    }

    /// Reads a packet: numbers with the low byte first.
    init(_ bytes: [UInt8]) {
        var reader = LittleEndianReader(bytes)
        type = reader.number()
        request = reader.number()
        value = reader.number()
        index = reader.number()
        length = reader.number()
    }
}
