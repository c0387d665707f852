import Foundation
import FoundationExtras

/// Where written bytes go.
public final class CGDataConsumer: CFTypeIdentified {
    private enum Destination {
        case data(NSMutableData)
        case file(URL)
    }

    private let destination: Destination

    /// Appends what is written to data.
    public init?(data: CFMutableData) {
        destination = .data(data)
    }

    /// Writes to a file, replacing what is there; nil if its folder does not exist.
    public init?(url: CFURL) {
        let file = url as URL
        guard file.isFileURL, FileManager.default.fileExists(atPath: file.deletingLastPathComponent().path) else {
            return nil
        }
        destination = .file(file)
    }

    /// Writes a whole document.
    ///
    /// - Returns: whether all of it was written.
    package func write(_ document: Data) -> Bool {
        switch destination {
        case .data(let data):
            data.append(document)
            return true
        case .file(let url):
            return (try? document.write(to: url, options: .atomic)) != nil
        }
    }
}
