import Foundation

extension MovieFileValidator {
    /// The brightness, 0 to 255, of a part of every picture, on average, as it is stored.
    ///
    /// - Parameters:
    ///   - x: the part's left border.
    ///   - y: its upper border.
    ///   - width: its columns.
    ///   - height: its rows.
    public func pictures(x: Int, y: Int, width: Int, height: Int) throws(ValidationFailure) -> [MovieFrame] {
        let answer = try showing("crop=\(width):\(height):\(x):\(y):exact=1,showinfo", output: ["-f", "null"])
        return Self.showInfos(answer).compactMap { info in
            guard let ticks = info["pts"], let mean = info["mean"] else { return nil }
            return MovieFrame(time: ticks / 1e6, brightness: mean)
        }
    }
}
