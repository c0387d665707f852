import Digests
import Foundation
import Hummingbird
import NIOCore
import ScanProtocol
import Synchronization

/// Takes the bytes of photos: first onto the disk, then into the account of the store.
struct PhotoUploadReceiver: Sendable {
    let store: any ScanJobStore
    let photos: any PhotoStorage
    private let claims = UploadClaims()

    /// Bytes that are stored before the rest of a body has come, so that a client that is cut off finds them again.
    private static let commitSize: Int64 = 1 << 20

    init(store: any ScanJobStore, photos: any PhotoStorage) {
        self.store = store
        self.photos = photos
    }

    /// Appends a body to an upload.
    ///
    /// - Returns: the scan afterwards.
    func append(_ body: RequestBody, count: Int64?, to id: ScanID, _ chunk: UploadChunk) async throws -> ScanRecord {
        try await claims.withClaim(to: id) {
            guard let record = try await store.scan(id) else { throw ProblemResponse(.notFound) }
            if case .failed(let problem) = record.stage {
                throw ProblemResponse(.uploadFailed, problem.detail ?? problem.title)
            }
            let room = try record.upload.room(at: chunk.offset, count: count)
            try await receive(body, room: room, record, chunk)
            return try await settled(id)
        }
    }

    private func receive(_ body: RequestBody, room: Int64, _ record: ScanRecord, _ chunk: UploadChunk) async throws {
        var committed = chunk.offset
        var end = chunk.offset
        let digest = chunk.checksum.map(BodyDigest.init)
        do {
            for try await buffer in body {
                let bytes = Data(buffer.readableBytesView)
                guard end + Int64(bytes.count) - chunk.offset <= room else {
                    throw TusFailure.lengthExceeded(length: record.length)
                }
                try await photos.write(bytes, of: record.id, at: end)
                digest?.update(bytes)
                end += Int64(bytes.count)
                // What a checksum speaks for counts when all of it is there.
                if digest == nil, end - committed >= Self.commitSize {
                    try await commit(record, from: committed, to: end)
                    committed = end
                }
            }
        } catch let error where digest == nil && !(error is ProblemResponse || error is ScanJobStoreError) {
            // Cut off. What has come so far is kept; a task that was cancelled cannot write, so another does.
            let (start, stop) = (committed, end)
            try await Task { try await commit(record, from: start, to: stop) }.value
            throw error
        }
        if let digest, !digest.matches { throw TusFailure.checksumMismatch }
        try await commit(record, from: committed, to: end)
    }

    private func commit(_ record: ScanRecord, from offset: Int64, to end: Int64) async throws {
        guard end > offset else { return }
        let magicLength = min(Int64(UploadedPhotoFormat.magicLength), record.length)
        if offset < magicLength, end >= magicLength {
            let magic = try await photos.prefix(of: record.id, count: Int(magicLength))
            guard UploadedPhotoFormat(magic: magic) != nil else {
                let failure = ProblemResponse(
                    .unsupportedPhoto,
                    "Its first bytes are those of no format that is read here."
                )
                try await store.reject(record.id, failure.problem)
                try await photos.remove(record.id)
                throw failure
            }
        }
        try await photos.sync(record.id)
        do {
            try await store.advance(record.id, from: offset, to: end)
        } catch ScanJobStoreError.noSuchScan {
            // It was given up or has expired since, and nobody else knows of these bytes.
            try await photos.remove(record.id)
            throw ScanJobStoreError.noSuchScan
        }
    }

    /// A scan as it is; one whose photo is complete is in the queue then, whatever interrupted the request that completed it.
    func settled(_ id: ScanID) async throws -> ScanRecord {
        guard let record = try await store.scan(id) else { throw ProblemResponse(.notFound) }
        guard record.stage == .uploading, record.upload.isComplete else { return record }
        try await photos.finish(id, length: record.length)
        try await store.enqueue(id)
        return try await store.scan(id) ?? record
    }

    /// Gives a scan up.
    func terminate(_ id: ScanID) async throws {
        try await claims.withClaim(to: id) {
            guard let record = try await store.scan(id) else { throw ProblemResponse(.notFound) }
            var upload = record.upload
            try upload.terminate()
            try await store.terminate(id)
            try await photos.remove(id)
        }
    }
}

/// The checksum of a body, taken while it comes in.
struct BodyDigest {
    private let expected: Data
    private let computation: DigestComputation

    init(_ checksum: UploadChecksum) {
        expected = checksum.digest
        switch checksum.algorithm {
        case .sha1: computation = DigestComputation(.sha1)
        case .sha256: computation = DigestComputation(.sha256)
        }
    }

    func update(_ bytes: Data) { computation.update(bytes) }

    /// Whether the body is the one that the client sent.
    var matches: Bool { computation.finish().bytes == expected }
}

/// Lets one request at a time write to an upload: the newest. One that came before it is a connection that the client has left.
final class UploadClaims: Sendable {
    private struct Claim {
        let number: UInt64
        let cancel: @Sendable () -> Void
        let finished: @Sendable () async -> Void
    }

    private struct Claims {
        var next: UInt64 = 0
        var list: [ScanID: Claim] = [:]
    }

    private let claims = Mutex(Claims())

    /// Cancels the request that writes to the upload now, waits for its end, and performs the operation.
    func withClaim<Value: Sendable>(
        to scan: ScanID,
        _ operation: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let (task, number) = claims.withLock { claims in
            let former = claims.list[scan]
            let task = Task {
                former?.cancel()
                await former?.finished()
                try Task.checkCancellation()
                return try await operation()
            }
            claims.next += 1
            claims.list[scan] = Claim(
                number: claims.next,
                cancel: { task.cancel() },
                finished: { _ = await task.result }
            )
            return (task, claims.next)
        }
        defer {
            claims.withLock { claims in
                if claims.list[scan]?.number == number { claims.list[scan] = nil }
            }
        }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }
}
