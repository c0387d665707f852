import CoreGraphics
import CoreMedia

extension AVAssetImageGenerator {
    /// Which part of the stored picture is shown, and in which proportions.
    public struct ApertureMode: RawRepresentable, Hashable, Sendable {
        /// Apple's string.
        public let rawValue: String

        /// Makes a value from Apple's string.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The picture without its technical edges, in its proportions.
        public static let cleanAperture = ApertureMode(rawValue: "CleanAperture")
        /// The picture with its technical edges, in its proportions. Here the same: edges are not told apart.
        public static let productionAperture = ApertureMode(rawValue: "ProductionAperture")
        /// The pixels as they are stored, though they may not be square.
        public static let encodedPixels = ApertureMode(rawValue: "EncodedPixels")
    }

    /// What became of an image that was asked for.
    public enum Result: Int, Sendable {
        /// It is there.
        case succeeded
        /// It could not be made.
        case failed
        /// Nobody wanted it any more.
        case cancelled
    }

    /// Images one after the other, in the order in which they were asked for.
    public struct Images: AsyncSequence, AsyncIteratorProtocol, Sendable {
        /// An image, or why there is none.
        @frozen public enum Element: Sendable {
            /// The image, and the moment that it is of.
            case success(requestedTime: CMTime, image: CGImage, actualTime: CMTime)
            /// Why there is none.
            case failure(requestedTime: CMTime, error: any Error)

            /// The moment that was asked for.
            public var requestedTime: CMTime {
                switch self {
                case .success(let time, _, _), .failure(let time, _): time
                }
            }

            /// The image.
            ///
            /// - Throws: why there is none.
            public var image: CGImage {
                get throws {
                    switch self {
                    case .success(_, let image, _): image
                    case .failure(_, let error): throw error
                    }
                }
            }

            /// The moment that the image is of.
            ///
            /// - Throws: why there is none.
            public var actualTime: CMTime {
                get throws {
                    switch self {
                    case .success(_, _, let time): time
                    case .failure(_, let error): throw error
                    }
                }
            }
        }

        let maker: ImageMaker
        let options: ImageOptions
        let round: Int
        var waiting: ArraySlice<CMTime>

        /// The images themselves.
        public func makeAsyncIterator() -> Images { self }

        /// The next image; `nil` after the last.
        public mutating func next() async -> Element? {
            guard let time = waiting.popFirst() else { return nil }
            do {
                let made = try await maker.image(at: time, options, round: round)
                return .success(requestedTime: time, image: made.image, actualTime: made.actualTime)
            } catch {
                return .failure(requestedTime: time, error: error)
            }
        }
    }
}
