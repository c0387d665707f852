// How what has a range is written and read: with its least and greatest value, as user interfaces need them.

extension CameraExposureBias: Codable {
    private enum Key: String, CodingKey {
        case bias, minimum, maximum
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        self.init(value: try values.decode(Double.self, forKey: .bias), range: try values.range(.minimum, .maximum))
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(value, forKey: .bias)
        try values.encode(range.lowerBound, forKey: .minimum)
        try values.encode(range.upperBound, forKey: .maximum)
    }
}

extension CameraZoom: Codable {
    private enum Key: String, CodingKey {
        case factor, minimum, maximum, displayMultiplier, isRamping, lensFactors
        // What follows from the others, for who draws it.
        case marks
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        self.init(
            factor: try values.decode(Double.self, forKey: .factor),
            range: try values.range(.minimum, .maximum),
            displayMultiplier: try values.decode(Double.self, forKey: .displayMultiplier),
            isRamping: try values.decode(Bool.self, forKey: .isRamping),
            lensFactors: try values.decode([Double].self, forKey: .lensFactors)
        )
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(factor, forKey: .factor)
        try values.encode(range.lowerBound, forKey: .minimum)
        try values.encode(range.upperBound, forKey: .maximum)
        try values.encode(displayMultiplier, forKey: .displayMultiplier)
        try values.encode(isRamping, forKey: .isRamping)
        try values.encode(lensFactors, forKey: .lensFactors)
        try values.encode(marks, forKey: .marks)
    }
}

extension KeyedDecodingContainer {
    /// Throws for bounds that are none.
    fileprivate func range(_ minimum: Key, _ maximum: Key) throws -> ClosedRange<Double> {
        let (least, greatest) = (try decode(Double.self, forKey: minimum), try decode(Double.self, forKey: maximum))
        guard least <= greatest else {
            throw DecodingError.dataCorruptedError(
                forKey: maximum,
                in: self,
                debugDescription: "It is less than the minimum."
            )
        }
        return least...greatest
    }
}
