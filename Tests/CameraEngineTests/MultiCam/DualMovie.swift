import Foundation
import MovieValidators
import Testing

@_spi(Pinhole) @testable import CameraEngine

/// What tests say of movies of two cameras.
enum DualMovie {
    /// How far encoders may change a brightness.
    static let tolerance = 4.0

    /// What other people's programs have against a movie.
    static func complaints(_ url: URL) throws -> [String] {
        let validator = MovieFileValidator(url)
        return try validator.report().warnings + validator.decodingErrors()
    }

    static func expect(
        _ found: [Double],
        _ camera: Int,
        from number: Int,
        _ comment: Comment? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(!found.isEmpty, sourceLocation: sourceLocation)
        for (index, brightness) in found.enumerated() {
            let expected = DualFixture.brightness(camera, number + index)
            #expect(
                abs(brightness - expected) <= tolerance,
                "\(camera) \(number + index): \(brightness), not \(expected) \(comment?.description ?? "")",
                sourceLocation: sourceLocation
            )
        }
    }
}
