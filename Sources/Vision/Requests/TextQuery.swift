import Foundation
import TextRecognition

/// A question for text, as both of Vision's interfaces ask it.
struct TextQuery {
    var region: CGRect
    var isAccurate: Bool
    /// As a share of the image's height.
    var minimumTextHeight: Double
    var customWords: [String]
    var languages: [String]
    var reader = TextReader.shared

    /// How much smaller the image is made where quickness counts: a third of the pixels.
    private static let fastScale = 0.58
    /// Text of this height in pixels is found surely; where no smaller text is wanted, the image can be made smaller.
    private static let sureHeight = 20.0

    /// A line that was read, with its place in the region.
    struct Line {
        var read: ReadText
        var place: NormalizedQuad
        var score: Double
    }

    func read(
        _ image: RequestImage,
        progress: (Double) -> Void,
        isCancelled: () -> Bool
    ) throws -> [Line] {
        try RecognitionLanguages.check(languages)
        let part = try image.part(region)
        var options = TextReader.Options()
        options.readsBothDirections = isAccurate
        options.leastHeight = minimumTextHeight * Double(image.height)
        options.detectionScale = isAccurate ? 1 : Self.fastScale
        if options.leastHeight > Self.sureHeight {
            options.detectionScale = min(options.detectionScale, Self.sureHeight / options.leastHeight)
        }
        let words = CustomWords(customWords)
        return try reader.read(part, options: options, progress: progress, isCancelled: isCancelled)
            .map { line in
                Line(
                    read: words.corrected(line.read),
                    place: NormalizedQuad(line.quad, width: part.width, height: part.height),
                    score: line.score
                )
            }
            .sorted { $0.place.boundingBox.maxY > $1.place.boundingBox.maxY }
    }

    /// The lines' places alone.
    func find(_ image: RequestImage, isCancelled: () -> Bool) throws -> [(place: NormalizedQuad, score: Double)] {
        let part = try image.part(region)
        return try reader.detect(part, isCancelled: isCancelled).map { text in
            (NormalizedQuad(text.quad, width: part.width, height: part.height), text.score)
        }
    }
}
