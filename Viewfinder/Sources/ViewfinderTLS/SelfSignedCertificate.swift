#if TLS
    import CSelfSignedCertificate
    import Foundation
    import Viewfinder

    /// A certificate that vouches for itself, and its key, both in the PEM format.
    struct SelfSignedCertificate {
        /// How long it is good for: Apple's systems take none that is good for more than 825 days.
        static let lifetime: TimeInterval = 800 * 24 * 3600

        let certificate: String
        let key: String

        /// What kept it from being made.
        struct Failure: Error, CustomStringConvertible {
            let description: String
        }

        /// Makes both.
        ///
        /// - Parameters:
        ///   - names: names and addresses that the certificate is for.
        ///   - now: when it begins, but for a day: not all clocks are right.
        init(names: [String], now: Date) throws(Failure) {
            let subjects = names.map { name in
                NetworkAddress.bytes(of: name).map { (bytes: $0, isAddress: true) }
                    ?? (bytes: Array(name.utf8), isAddress: false)
            }
            let begin = Int64((now.timeIntervalSince1970 - 24 * 3600).rounded(.down))
            let end = Int64((now.timeIntervalSince1970 + Self.lifetime).rounded(.down))
            var certificate: UnsafeMutablePointer<CChar>?
            var key: UnsafeMutablePointer<CChar>?
            var reason = [CChar](repeating: 0, count: 256)
            // All names in one buffer, which stays where it is meanwhile.
            let isMade = subjects.flatMap(\.bytes).withUnsafeBufferPointer { all in
                guard let base = all.baseAddress else { return false }
                var start = base
                let names = subjects.map { subject in
                    defer { start += subject.bytes.count }
                    return CSubjectName(bytes: start, count: subject.bytes.count, isAddress: subject.isAddress)
                }
                return pinhole_make_certificate(
                    names,
                    names.count,
                    begin,
                    end,
                    &certificate,
                    &key,
                    &reason,
                    reason.count
                )
            }
            defer {
                pinhole_free_text(certificate)
                pinhole_free_text(key)
            }
            guard isMade, let certificate, let key else {
                throw Failure(
                    description: names.isEmpty
                        ? "it has no name"
                        : String(decoding: reason.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
                )
            }
            self.certificate = String(cString: certificate)
            self.key = String(cString: key)
        }
    }
#endif
