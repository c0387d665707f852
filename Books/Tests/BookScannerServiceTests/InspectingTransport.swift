import BookScanner
import Foundation
import HTTPTransports
import HTTPTypes
import ScanProtocol
import Synchronization

/// Looks at the disk before each request that tells the network of a photo.
final class InspectingTransport: HTTPTransport {
    private let base: any HTTPTransport
    /// What is wrong with a photo's file or row, if anything.
    private let fault: @Sendable (_ photo: UUID) async throws -> String?
    private let found = Mutex<(inspections: Int, faults: [String])>((0, []))

    init(base: any HTTPTransport, fault: @escaping @Sendable (_ photo: UUID) async throws -> String?) {
        self.base = base
        self.fault = fault
    }

    /// How many photos were looked at.
    var inspections: Int { found.withLock { $0.inspections } }
    /// What was wrong.
    var faults: [String] { found.withLock { $0.faults } }

    func send(_ request: HTTPRequest, body: Data?) async throws -> HTTPTransportResponse {
        // An upload begins with its key, which is the photo's id.
        if let value = request.headerFields[.idempotencyKey], let key = IdempotencyKey(fieldValue: value) {
            guard let id = UUID(uuidString: key.text) else { throw CocoaError(.featureUnsupported) }
            let fault = try await fault(id)
            found.withLock { found in
                found.inspections += 1
                if let fault { found.faults.append(fault) }
            }
        }
        return try await base.send(request, body: body)
    }
}
