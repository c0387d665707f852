public import Foundation
public import ScannerLink

/// What a viewfinder needs of a scanner of books.
///
/// Every method may be called from any task, several at once, and returns within a bounded time. What goes wrong is reported as a
/// ``CameraCommandError`` whose words say what the user can do.
public protocol ViewfinderScanner: Sendable {
    /// The scanner as it is now, complete.
    func state() async -> ScannerState

    /// The scanner after each change from this call on. The server iterates one such stream.
    func states() -> AsyncStream<ScannerState>

    /// Where there is text in the live picture, from this call on, several times a second while scans are what is taken. The server
    /// iterates one such stream. A slow reader gets the latest.
    func liveText() -> AsyncStream<LiveText>

    /// Takes a photo for scanning, and returns when it is on the disk and queued.
    func scan() async throws(CameraCommandError) -> UUID

    /// Tries a scan that failed again; all of them if `id` is nil.
    func retry(_ id: UUID?) async throws(CameraCommandError)

    /// Gives a scan up, and its photo. One that is done stays.
    func cancel(_ id: UUID) async throws(CameraCommandError)

    /// A recognised book is right.
    func confirm(_ book: Int64) async throws(CameraCommandError)

    /// A recognised book is called otherwise.
    func correct(_ book: Int64, _ title: ScannerBookTitle) async throws(CameraCommandError)

    /// A recognised book is none.
    func reject(_ book: Int64) async throws(CameraCommandError)

    /// Decides about a duplicate: the later one of the same is left out of the books.
    func resolve(_ duplicate: Int64, isSame: Bool) async throws(CameraCommandError)

    /// Chooses the size near which scans are taken from now on.
    func setLarger(_ isLarger: Bool) async throws(CameraCommandError)

    /// The books of all scans that are done, in the order in which they were taken.
    ///
    /// - Parameter search: words that all occur in title, author, ISBN or the text that was read; empty for all books.
    func books(search: String) async throws(CameraCommandError) -> [ScannerBook]

    /// All books as a file for other programs.
    func export(_ form: ScannerExport) async throws(CameraCommandError) -> Data

    /// A scan's photo; nil if there is no such scan.
    func photo(_ id: UUID) async throws(CameraCommandError) -> ScannerPhoto?
}
