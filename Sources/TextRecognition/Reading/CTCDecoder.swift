/// Letters out of a recogniser's answer, which says for each of many places along a line how probable each class is: places in
/// a row with the same class are one letter, and class 0 is none (connectionist temporal classification).
struct CTCDecoder {
    let characters: RecognizedCharacters

    /// - Parameters:
    ///   - values: place by place the probabilities of all classes.
    ///   - places: how many places.
    ///   - length: which share of the places the line takes; the rest is padding.
    func decode(_ values: UnsafeBufferPointer<Float>, places: Int, length: Double) -> ReadText {
        let classes = characters.classCount
        var letters: [ReadText.Letter] = []
        var previous = 0
        for place in 0..<places {
            let row = UnsafeBufferPointer(rebasing: values[place * classes..<(place + 1) * classes])
            let (best, second) = Self.twoBest(row)
            defer { previous = best }
            if best == 0 { continue }
            let confidence = Double(row[best])
            if best == previous {
                // One letter that is seen in several places is as sure as in the best of them.
                if confidence > letters[letters.count - 1].confidence {
                    letters[letters.count - 1].confidence = confidence
                }
                continue
            }
            let position = (Double(place) + 0.5) / Double(places) / length
            letters.append(
                ReadText.Letter(
                    text: characters[best],
                    confidence: confidence,
                    alternative: second == 0 ? nil : .init(text: characters[second], confidence: Double(row[second])),
                    position: min(1, position)
                )
            )
        }
        return ReadText(letters: letters)
    }

    private static func twoBest(_ row: UnsafeBufferPointer<Float>) -> (Int, Int) {
        var (best, second) = (0, 0)
        var (most, next) = (-Float.infinity, -Float.infinity)
        for index in row.indices where row[index] > next {
            if row[index] > most {
                (second, next) = (best, most)
                (best, most) = (index, row[index])
            } else {
                (second, next) = (index, row[index])
            }
        }
        return (best, second)
    }
}
