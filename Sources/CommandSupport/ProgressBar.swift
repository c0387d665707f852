/// How much of something is done, as a bar of letters.
public enum ProgressBar {
    private static let width = 24

    /// The bar, and the share in percent.
    ///
    /// - Parameter share: from 0 to 1.
    public static func drawn(_ share: Double) -> String {
        let share = min(1, max(0, share))
        let full = Int((share * Double(width)).rounded(.down))
        let percent = Int((share * 100).rounded(.down))
        return String(repeating: "█", count: full) + String(repeating: "░", count: width - full) + " \(percent) %"
    }
}
