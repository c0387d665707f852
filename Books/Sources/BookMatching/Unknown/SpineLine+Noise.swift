extension SpineLine {
    /// Whether it says nothing of the book.
    var isNoise: Bool {
        let read = FoldedText.words(text)
        if label != nil || confidence < 0.6 || SpineNoise.isPublisher(read) { return true }
        let letters = read.filter { !$0.isNumber }.reduce(0) { $0 + $1.count }
        return letters < 3 || read.allSatisfy { SpineNoise.words.contains($0) || $0.isNumber || $0.count < 2 }
    }

    /// Lines of one spine: those of one axis along it, axes from head to feet.
    static func inReadingOrder(_ lines: [SpineLine]) -> [SpineLine] {
        guard let main = lines.max(by: { $0.length < $1.length }) else { return [] }
        func place(_ line: SpineLine) -> (Double, Double) {
            let way = line.center - main.center
            let axis = (Point.dot(way, main.down) / max(1, 0.7 * main.height)).rounded(.toNearestOrEven)
            return (axis, Point.dot(way, main.direction))
        }
        return lines.sorted { place($0) < place($1) }
    }
}
