public import ArgumentParser
import BarcodeScene
public import BookshelfScene
import Foundation
public import SimulatedDriver

/// What simulated cameras look at, as `--scene` names it.
public enum SceneSelection: ExpressibleByArgument, Equatable, Sendable {
    /// A valley with something that moves.
    case valley
    /// Books on a shelf.
    case bookshelf(BookshelfLevel)
    /// Labels with machine-readable codes.
    case codes
    /// A photo's or a video's file.
    case file(String)

    /// Reads a name; nil for a bookshelf that is not one.
    public init?(argument: String) {
        let parts = argument.split(separator: ":", omittingEmptySubsequences: false)
        switch (parts.first, parts.count) {
        case ("valley", 1): self = .valley
        case ("codes", 1): self = .codes
        case ("bookshelf", 1): self = .bookshelf(.tilted)
        case ("bookshelf", 2):
            guard let level = Int(parts[1]).flatMap(BookshelfLevel.init(rawValue:)) else { return nil }
            self = .bookshelf(level)
        default: self = .file(argument)
        }
    }

    private static let photoExtensions: Set<String> = ["bmp", "gif", "jpeg", "jpg", "png", "tif", "tiff", "webp"]

    /// Makes the scene.
    ///
    /// - Parameter seed: which bookshelf of all that can be drawn.
    /// - Throws: an error whose description is for the user.
    public func scene(seed: UInt64) throws -> any SimulatedScene {
        switch self {
        case .valley: return MovingScene()
        case .codes: return BarcodeScene.sample
        case .bookshelf(let level): return try ShelfScene(seed: seed, level: level)
        case .file(let path):
            let isPhoto = Self.photoExtensions.contains(URL(fileURLWithPath: path).pathExtension.lowercased())
            return try isPhoto ? PhotoScene(path: path) : VideoScene(path: path)
        }
    }
}
