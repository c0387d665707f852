#if TLS
    import CSelfSignedCertificate
    import Digests
    public import Foundation
    import HummingbirdTLS
    import NIOCore
    import NIOSSL
    public import Viewfinder

    /// What the server encrypts with, and proves who it is: a certificate and its key.
    public struct TLSIdentity: Sendable {
        /// The SHA-256 digest of the certificate as browsers show it: hexadecimal digits in pairs, with colons between.
        public let fingerprint: String
        let configuration: TLSConfiguration

        /// The same for a server, which knows nothing of TLS.
        public var encryption: ServerEncryption {
            ServerEncryption(fingerprint: fingerprint) { [configuration] channel in
                try TLSChannel(channel, tlsConfiguration: configuration)
            }
        }

        /// Reads a certificate, with those between it and one that browsers trust behind it, and its key.
        ///
        /// - Parameters:
        ///   - certificateFile: certificates in the PEM format, the server's own first.
        ///   - keyFile: its key in the PEM format, without a password.
        public init(certificateFile: URL, keyFile: URL) throws(ViewfinderServerError) {
            do {
                let chain = try NIOSSLCertificate.fromPEMFile(certificateFile.path)
                guard let certificate = chain.first else {
                    throw ViewfinderServerError.certificateUnusable(
                        certificateFile.path,
                        reason: "it holds no certificate"
                    )
                }
                let key = try Self.key(keyFile)
                var configuration = TLSConfiguration.makeServerConfiguration(
                    certificateChain: chain.map { .certificate($0) },
                    privateKey: .privateKey(key)
                )
                configuration.minimumTLSVersion = .tlsv12
                configuration.applicationProtocols = ["http/1.1"]
                // A client that does not answer any more is not waited for.
                configuration.shutdownTimeout = .seconds(1)
                try Self.checkKey(configuration, certificateFile: certificateFile, keyFile: keyFile)
                self.configuration = configuration
                fingerprint = Self.fingerprint(of: try certificate.toDERBytes())
            } catch let error as ViewfinderServerError {
                throw error
            } catch {
                throw .certificateUnusable(certificateFile.path, reason: "\(error)")
            }
        }

        /// The certificate that this program made, which is made when there is none in the folder, or when it soon is too old.
        ///
        /// Browsers do not know who made it and say so; its fingerprint tells whether it is the one that they see. It stays the same for two
        /// years, so that a browser is told once to trust it.
        ///
        /// - Parameters:
        ///   - folder: where it is kept, with its key, which is readable for its owner alone.
        ///   - names: names and addresses by which clients reach the server.
        ///   - now: the time.
        public static func selfSigned(
            in folder: URL,
            names: [String] = MachineNames.all(),
            now: Date = Date()
        ) throws(ViewfinderServerError) -> TLSIdentity {
            let certificateFile = folder.appending(path: "certificate.pem")
            let keyFile = folder.appending(path: "key.pem")
            if lasts(certificateFile, now: now),
                let identity = try? TLSIdentity(certificateFile: certificateFile, keyFile: keyFile)
            {
                return identity
            }
            do {
                let made = try SelfSignedCertificate(names: names, now: now)
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                // The key first: a certificate without one would be believed to be whole.
                try PrivateFile.write(Data(made.key.utf8), to: keyFile)
                try PrivateFile.write(Data(made.certificate.utf8), to: certificateFile)
            } catch {
                throw .certificateUnusable(certificateFile.path, reason: "it can not be made: \(error)")
            }
            return try TLSIdentity(certificateFile: certificateFile, keyFile: keyFile)
        }

        /// How long a certificate has to be good for still, in seconds.
        private static let shortestRest: TimeInterval = 30 * 24 * 3600

        private static func lasts(_ file: URL, now: Date) -> Bool {
            guard let certificate = try? NIOSSLCertificate.fromPEMFile(file.path).first else { return false }
            return TimeInterval(certificate.notValidAfter) > now.timeIntervalSince1970 + shortestRest
        }

        private static func key(_ file: URL) throws(ViewfinderServerError) -> NIOSSLPrivateKey {
            do {
                return try NIOSSLPrivateKey(file: file.path, format: .pem)
            } catch {
                throw .certificateUnusable(file.path, reason: "it holds no key that can be read (\(error))")
            }
        }

        private static func checkKey(
            _ configuration: TLSConfiguration,
            certificateFile: URL,
            keyFile: URL
        ) throws(ViewfinderServerError) {
            do {
                _ = try NIOSSLContext(configuration: configuration)
            } catch {
                throw .certificateUnusable(certificateFile.path, reason: "the key in \(keyFile.path) is not its key")
            }
        }

        private static func fingerprint(of certificate: [UInt8]) -> String {
            MessageDigest(of: certificate).bytes
                .map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }
                .joined(separator: ":")
        }
    }

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
