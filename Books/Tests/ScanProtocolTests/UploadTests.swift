import Foundation
import HTTPTypes
import ScanProtocol
import Testing

@Suite struct UploadOffsetTests {
    @Test func bytesCompleteAnUpload() throws {
        var upload = UploadOffset(length: 10)
        #expect(try upload.room(at: 0) == 10)
        let advance1 = try upload.advance(by: 4)
        #expect(advance1 == false)
        #expect(try upload.room(at: 4, count: 6) == 6)
        let advance2 = try upload.advance(by: 6)
        #expect(advance2 == true)
        #expect(upload.isComplete)
        #expect(try upload.room(at: 10) == 0)
        let advance3 = try upload.advance(by: 0)
        #expect(advance3 == false)
    }

    @Test func anEmptyUploadIsComplete() {
        #expect(UploadOffset(length: 0).isComplete)
    }

    /// What each request gives in each state.
    @Test func everyEventInEveryState() throws {
        var terminated = UploadOffset(length: 10, offset: 4)
        try terminated.terminate()
        let receiving = UploadOffset(length: 10, offset: 4)
        let complete = UploadOffset(length: 10, offset: 10)
        for (upload, expected) in [(receiving, 4), (complete, 10)] as [(UploadOffset, Int64)] {
            for offset: Int64 in [0, 3, 5, 11, .max] {
                #expect(throws: TusFailure.offsetConflict(current: expected)) { try upload.room(at: offset) }
            }
            var other = upload
            #expect(throws: TusFailure.lengthExceeded(length: 10)) { try other.advance(by: 11 - expected) }
            #expect(throws: TusFailure.lengthExceeded(length: 10)) { try other.advance(by: .max) }
            #expect(other == upload)
            #expect(throws: TusFailure.lengthExceeded(length: 10)) {
                try upload.room(at: expected, count: 11 - expected)
            }
            try other.terminate()
            #expect(other.isTerminated)
        }
        #expect(throws: TusFailure.terminated) { try terminated.room(at: 4) }
        #expect(throws: TusFailure.terminated) { try terminated.advance(by: 0) }
        #expect(throws: TusFailure.terminated) { try terminated.terminate() }
        #expect(!terminated.isComplete)
    }
}

@Suite struct UploadHeaderTests {
    static let base: HTTPFields = [.tusResumable: "1.0.0", .uploadLength: "100"]

    static func with(_ name: HTTPField.Name, _ value: String?) -> HTTPFields {
        var fields = base
        fields[name] = value
        return fields
    }

    @Test func creation() throws {
        var fields = Self.base
        fields[.uploadMetadata] = "filename c2hlbGYuanBn,is_confidential"
        fields[.contentType] = "Application/Offset+Octet-Stream; x=1"
        let creation = try UploadCreation(headers: fields, maximum: 100)
        #expect(creation.length == 100)
        #expect(creation.metadata.fileName == "shelf.jpg")
        #expect(creation.metadata["is_confidential"] == Data())
        #expect(creation.hasUpload)
    }

    @Test(
        arguments: [
            (with(.tusResumable, nil), .unsupportedVersion),
            (with(.tusResumable, "0.2.2"), .unsupportedVersion),
            (with(.uploadLength, nil), .invalidHeader(.uploadLength)),
            (with(.uploadLength, "-1"), .invalidHeader(.uploadLength)),
            (with(.uploadLength, "+1"), .invalidHeader(.uploadLength)),
            (with(.uploadLength, "1.0"), .invalidHeader(.uploadLength)),
            (with(.uploadLength, "99999999999999999999"), .invalidHeader(.uploadLength)),
            (with(.uploadLength, "101"), .maximumExceeded(maximum: 100)),
            (with(.uploadDeferLength, "1"), .lengthNotDeferrable),
            (with(.uploadMetadata, "a b c"), .invalidHeader(.uploadMetadata)),
            (with(.contentType, "image/jpeg"), .wrongContentType),
            (with(.uploadChecksum, "sha1"), .invalidHeader(.uploadChecksum)),
            (with(.uploadChecksum, "sha1 AAAA"), .invalidHeader(.uploadChecksum)),
            (with(.uploadChecksum, "md5 AAAA"), .unknownChecksumAlgorithm),
        ] as [(HTTPFields, TusFailure)]
    ) func refusedCreation(_ fields: HTTPFields, _ failure: TusFailure) {
        #expect(throws: failure) { try UploadCreation(headers: fields, maximum: 100) }
    }

    @Test func chunk() throws {
        let digest = Data(repeating: 7, count: 20)
        let checksum = UploadChecksum(algorithm: .sha1, digest: digest)
        let fields: HTTPFields = [
            .tusResumable: "1.0.0", .contentType: Tus.contentType, .uploadOffset: "5",
            .uploadChecksum: checksum.fieldValue,
        ]
        let chunk = try UploadChunk(headers: fields)
        #expect(chunk.offset == 5)
        #expect(chunk.checksum == checksum)
    }

    @Test func refusedChunks() {
        let complete: HTTPFields = [.tusResumable: "1.0.0", .contentType: Tus.contentType, .uploadOffset: "5"]
        let changes: [(HTTPField.Name, String?, TusFailure)] = [
            (.tusResumable, nil, .unsupportedVersion), (.contentType, nil, .wrongContentType),
            (.contentType, "application/octet-stream", .wrongContentType),
            (.uploadOffset, nil, .invalidHeader(.uploadOffset)), (.uploadOffset, "", .invalidHeader(.uploadOffset)),
        ]
        for (name, value, failure) in changes {
            var fields = complete
            fields[name] = value
            #expect(throws: failure) { try UploadChunk(headers: fields) }
        }
    }

    @Test func statuses() {
        let statuses: [(TusFailure, Int)] = [
            (.unsupportedVersion, 412), (.invalidHeader(.uploadLength), 400), (.wrongContentType, 415),
            (.offsetConflict(current: 1), 409), (.lengthExceeded(length: 1), 413), (.maximumExceeded(maximum: 1), 413),
            (.lengthNotDeferrable, 400), (.unknownChecksumAlgorithm, 400), (.checksumMismatch, 460), (.terminated, 410),
        ]
        for (failure, code) in statuses { #expect(failure.status.code == code) }
    }

    @Test(arguments: ["a,a", "a AAAA,a", " ", ",", "a,", "a  AAAA", "a b!", "\u{E9} AAAA", "a AAAA b"])
    func metadata(_ value: String) {
        let metadata = UploadMetadata(fieldValue: value)
        #expect(metadata == (value == " " ? UploadMetadata() : nil))
    }

    @Test func metadataIsWrittenAsItIsRead() throws {
        var metadata = UploadMetadata()
        let set1 = metadata.set(Data("B\u{FC}cher, Regal 1.heic".utf8), forKey: "filename")
        #expect(set1)
        let set2 = metadata.set(Data(), forKey: "empty")
        #expect(set2)
        let set3 = metadata.set(Data(), forKey: "empty")
        #expect(!set3)
        let set4 = metadata.set(Data(), forKey: "a,b")
        #expect(!set4)
        let set5 = metadata.set(Data(), forKey: "")
        #expect(!set5)
        #expect(UploadMetadata(fieldValue: metadata.fieldValue) == metadata)
        #expect(metadata.fileName == "B\u{FC}cher, Regal 1.heic")
    }
}
