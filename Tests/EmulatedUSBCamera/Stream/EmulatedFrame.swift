/// What the camera sees: four stripes side by side, of which one is bright, the next one in every frame. The lowest quarter
/// is grained, so that compressed pictures are as large as those of a real scene.
public enum EmulatedFrame {
    /// How many pictures there are; they come in turn.
    public static let count = 4
    /// Luma of the bright stripe.
    public static let bright: UInt8 = 200
    /// Luma of the others.
    public static let dark: UInt8 = 60
    /// Chroma of everything.
    static let blue: UInt8 = 110
    static let red: UInt8 = 150
    /// Differences of luma between neighbours in the grain.
    static let grain: UInt32 = 48

    /// Which picture it is, 0..<count; `nil` when it is none of them.
    ///
    /// - Parameter luma: the luma at a place, given in fractions of width and height.
    public static func number(luma: (_ x: Double, _ y: Double) -> UInt8) -> Int? {
        var number: Int?
        for stripe in 0..<count {
            for y in [0.1, 0.4, 0.7] {
                let value = Int(luma((Double(stripe) + 0.5) / Double(count), y))
                if abs(value - Int(bright)) <= 6 {
                    guard number == nil || number == stripe else { return nil }
                    number = stripe
                } else if abs(value - Int(dark)) > 6 {
                    return nil
                } else if number == stripe {
                    return nil
                }
            }
        }
        return number
    }
}
