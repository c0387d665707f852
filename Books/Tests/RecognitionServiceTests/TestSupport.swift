import Foundation
import Logging
import RecognitionService
import ScanProtocol
import ScanTestSupport
import Synchronization

/// A time of day that a test sets.
final class ManualTime: Sendable {
    private let value = Mutex(Date(timeIntervalSince1970: 1_800_000_000))
    var now: Date { value.withLock { $0 } }
    func advance(by duration: Duration) { value.withLock { $0 += duration / .seconds(1) } }
}

/// A store with its photos, in a folder of its own.
struct TestService: Sendable {
    let folder: TemporaryFolder
    let time = ManualTime()
    let store: SQLiteJobStore
    let photos: UploadedPhotoFolder

    init(policy: ScanJobStorePolicy = ScanJobStorePolicy()) throws {
        folder = try TemporaryFolder()
        photos = try UploadedPhotoFolder(url: folder.url.appending(path: "photos"))
        let time = time
        store = try SQLiteJobStore(url: folder.url.appending(path: "scans.sqlite"), policy: policy) { time.now }
    }
}

extension Logger {
    static let silent = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
}

/// Bytes that begin as a JPEG does; all others come from the number.
func jpeg(_ number: Int, count: Int = 64) -> Data {
    var data = Data([0xFF, 0xD8, 0xFF, 0xE0])
    while data.count < count { data.append(UInt8(truncatingIfNeeded: number &* 31 &+ data.count)) }
    withUnsafeBytes(of: number) { data.replaceSubrange(8..<16, with: $0) }
    return data
}

extension ScanJobStore {
    /// A complete photo in the queue.
    func enqueued(_ number: Int, in photos: any PhotoStorage) async throws -> ScanID {
        let photo = jpeg(number)
        let metadata = UploadMetadata(fieldValue: "filename \(Data("\(number).jpg".utf8).base64EncodedString())")!
        let scan = NewScan(key: IdempotencyKey("key-\(number)")!, metadata: metadata, length: Int64(photo.count))
        let record = try await create(scan)
        try await photos.write(photo, of: record.id, at: 0)
        try await photos.sync(record.id)
        try await advance(record.id, from: 0, to: record.length)
        try await photos.finish(record.id, length: record.length)
        try await enqueue(record.id)
        return record.id
    }

    /// Waits for a scan's last event.
    func finalEvent(of id: ScanID) async throws -> ScanEvent? {
        let changes = changes(of: id)
        if let event = try await events(of: id, after: 0).last?.event, event.isFinal { return event }
        for await _ in changes {
            if let event = try await events(of: id, after: 0).last?.event, event.isFinal { return event }
        }
        return nil
    }
}
