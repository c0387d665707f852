import ArgumentParser
import BookshelfScene
import Foundation
import SimulatedDriver

/// What simulated cameras look at, as `--scene` names it.
enum SceneChoice: ExpressibleByArgument, Equatable {
    case valley
    case bookshelf(BookshelfLevel)
    case file(String)

    init?(argument: String) {
        let parts = argument.split(separator: ":", omittingEmptySubsequences: false)
        switch (parts.first, parts.count) {
        case ("valley", 1): self = .valley
        case ("bookshelf", 1): self = .bookshelf(.tilted)
        case ("bookshelf", 2):
            guard let level = Int(parts[1]).flatMap(BookshelfLevel.init(rawValue:)) else { return nil }
            self = .bookshelf(level)
        default: self = .file(argument)
        }
    }

    private static let photoExtensions: Set<String> = ["bmp", "gif", "jpeg", "jpg", "png", "tif", "tiff", "webp"]

    /// - Throws: an error whose description is for the user.
    func scene(seed: UInt64) throws -> any SimulatedScene {
        switch self {
        case .valley: return MovingScene()
        case .bookshelf(let level): return try ShelfScene(seed: seed, level: level)
        case .file(let path):
            let isPhoto = Self.photoExtensions.contains(URL(fileURLWithPath: path).pathExtension.lowercased())
            return try isPhoto ? PhotoScene(path: path) : VideoScene(path: path)
        }
    }
}
