import CZlib
import Foundation

/// A file that is read from its start to its end, byte by byte; one that is compressed with gzip as what it holds.
struct InputFile: ~Copyable {
    let url: URL
    /// The number of bytes on the disk.
    let size: Int64

    private let file: gzFile
    private var buffer: [UInt8]
    private var next = 0
    private var end = 0
    /// Bytes to be read again, the last one first.
    private var returned: [UInt8] = []

    private static let bufferSize = 256 << 10

    /// - Throws: ``BookCatalogueError/unreadable(path:reason:)``.
    init(_ url: URL) throws {
        let size = try Self.size(url)
        guard let file = gzopen(url.path, "rb") else {
            throw BookCatalogueError.unreadable(path: url.path, reason: String(cString: strerror(errno)))
        }
        (self.url, self.size, self.file) = (url, size, file)
        buffer = [UInt8](repeating: 0, count: Self.bufferSize)
    }

    deinit { gzclose(file) }

    static func size(_ url: URL) throws -> Int64 {
        do {
            let values = try FileManager.default.attributesOfItem(atPath: url.path)
            guard values[.type] as? FileAttributeType != .typeDirectory else {
                throw BookCatalogueError.unreadable(path: url.path, reason: "it is a folder")
            }
            return (values[.size] as? NSNumber)?.int64Value ?? 0
        } catch let error as BookCatalogueError {
            throw error
        } catch {
            throw BookCatalogueError.unreadable(path: url.path, reason: error.localizedDescription)
        }
    }

    /// How many of the file's bytes on the disk were read.
    var bytesRead: Int64 { min(size, max(0, Int64(gzoffset(file)))) }

    /// - Returns: `nil` at the end.
    mutating func readByte() throws -> UInt8? {
        if let byte = returned.popLast() { return byte }
        if next == end { try fill() }
        guard next < end else { return nil }
        next += 1
        return buffer[next - 1]
    }

    /// Lets some bytes be read again.
    mutating func unread(_ bytes: some BidirectionalCollection<UInt8>) {
        returned.append(contentsOf: bytes.reversed())
    }

    /// Appends what comes before the next line feed, and skips the line feed.
    /// - Parameter limit: what is beyond it is dropped.
    /// - Returns: whether there was a line.
    mutating func readLine(into line: inout [UInt8], limit: Int) throws -> Bool {
        line.removeAll(keepingCapacity: true)
        var isLine = false
        while true {
            if next == end { try fill() }
            guard next < end else { return isLine }
            isLine = true
            let stop = buffer[next..<end].firstIndex(of: UInt8(ascii: "\n"))
            line.append(contentsOf: buffer[next..<(stop ?? end)].prefix(max(0, limit - line.count)))
            next = stop.map { $0 + 1 } ?? end
            if stop != nil { return true }
        }
    }

    private mutating func fill() throws {
        let count = buffer.withUnsafeMutableBytes { gzread(file, $0.baseAddress, UInt32($0.count)) }
        (next, end) = (0, max(0, Int(count)))
        var code: Int32 = 0
        let message = gzerror(file, &code)
        // A compressed file that ends too early is told by the code alone.
        guard count < 0 || code == Z_BUF_ERROR else { return }
        let reason = message.map { String(cString: $0) } ?? "error \(code)"
        throw BookCatalogueError.unreadable(path: url.path, reason: reason)
    }
}
