public import BookScanner
public import ScannerLink

/// A scanner whose storage is open, and which sends.
public struct OpenScanner: Sendable {
    /// The queue and what was scanned. Started.
    public var session: ScanSession
    /// Tells what keeps books from being recognised, though scans are kept and sent; nil if nothing is known. Asked again as long
    /// as it tells something.
    public var obstacle: @Sendable () -> ScannerMessages?
    /// Ends all that was opened with it but the session itself.
    public var close: @Sendable () async -> Void

    /// Makes an open scanner.
    public init(
        session: ScanSession,
        obstacle: @escaping @Sendable () -> ScannerMessages? = { nil },
        close: @escaping @Sendable () async -> Void
    ) {
        self.session = session
        self.obstacle = obstacle
        self.close = close
    }
}

/// Opens a scanner when it is wanted for the first time: who takes photos needs none of it.
actor ScannerOpening {
    private let open: @Sendable () async throws -> OpenScanner
    private var opening: Task<OpenScanner, any Error>?
    private var isOver = false

    init(open: @escaping @Sendable () async throws -> OpenScanner) {
        self.open = open
    }

    /// The scanner, which all who ask share.
    ///
    /// - Throws: why it cannot be opened; the next one who asks tries again.
    func scanner() async throws -> OpenScanner {
        guard !isOver else { throw CancellationError() }
        let task = opening ?? Task { [open] in try await open() }
        opening = task
        do {
            return try await task.value
        } catch {
            if opening == task { opening = nil }
            throw error
        }
    }

    /// Closes what is open, for good.
    func close() async {
        isOver = true
        let task = opening
        opening = nil
        guard let scanner = try? await task?.value else { return }
        await scanner.session.stop()
        await scanner.close()
    }
}
