public import Foundation

/// What scans books: a queue of photos, a recogniser, and what was found. In this process or, as a ``ScannerProgram``, in another.
///
/// Every method may be called from any task, several at once, and returns within a bounded time.
public protocol ScannerBackend: Sendable {
    /// Does what a request asks for.
    ///
    /// - Parameters:
    ///   - request: what is to be done.
    ///   - payload: the photo of a ``ScannerRequest/capture(_:)``; else empty.
    /// - Returns: the answer, and the file that some answers come with.
    func answer(
        _ request: ScannerRequest,
        payload: Data
    ) async throws(ScannerError) -> (answer: ScannerAnswer, payload: Data)

    /// The scanner after each change from this call on. There is one reader; a slow one gets the latest.
    func states() -> AsyncStream<ScannerState>

    /// Ends it within a bounded time. Scans that are under way go on at the next start.
    func stop() async
}

/// What a scanner is asked for.
public enum ScannerRequest: Codable, Equatable, Sendable {
    /// The first request of a link: which version of it the one who asks speaks.
    case hello(version: Int)
    /// Storage and recogniser are to be opened, as scans may be wanted soon.
    case open
    /// The payload is a photo to be kept, sent and recognised.
    case capture(ScannerPhotoInfo)
    /// A scan that failed is to be tried again; all of them without an identifier.
    case retry(UUID?)
    /// A scan and its photo are given up. One that is done stays.
    case cancel(UUID)
    /// A recognised book is right.
    case confirm(Int64)
    /// A recognised book is called otherwise.
    case correct(Int64, ScannerBookTitle)
    /// A recognised book is none.
    case reject(Int64)
    /// Two that may be the same are, or are not.
    case resolve(Int64, isSame: Bool)
    /// The books of all scans that have all of these words; all books without words.
    case books(search: String)
    /// All books as a file.
    case export(ScannerExport)
    /// The photo of a scan.
    case photo(UUID)
}

/// What comes of a request.
public enum ScannerAnswer: Codable, Equatable, Sendable {
    /// Which version of the link the one who answers speaks.
    case hello(version: Int)
    /// It is done.
    case done
    /// The photo is on the disk and queued.
    case captured(UUID)
    /// The books that were asked for.
    case books([ScannerBook])
    /// The payload is a file of this media type.
    case file(contentType: String)
    /// There is no such scan.
    case noSuchPhoto
}

/// A photo that is to be scanned.
public struct ScannerPhotoInfo: Codable, Equatable, Sendable {
    /// When it was taken.
    public var date: Date
    /// What people call it.
    public var name: String
    /// The upright picture's width in pixels.
    public var width: Int
    /// The upright picture's height in pixels.
    public var height: Int

    /// Makes the description of a photo.
    public init(date: Date, name: String, width: Int, height: Int) {
        self.date = date
        self.name = name
        self.width = width
        self.height = height
    }
}

/// A form of file for what was scanned.
public enum ScannerExport: String, Codable, CaseIterable, Sendable {
    /// A table with a header.
    case csv
    /// A list of photos with their books.
    case json
}

/// A scan's photo.
public struct ScannerPhoto: Sendable {
    /// The file.
    public var data: Data
    /// Its media type.
    public var contentType: String

    /// Makes a photo.
    public init(data: Data, contentType: String) {
        self.data = data
        self.contentType = contentType
    }
}

/// Why a scanner did not do what it was asked.
public struct ScannerError: Error, Codable, Equatable, Sendable {
    /// The kinds of failures.
    public enum Kind: String, Codable, CaseIterable, Sendable {
        /// The request makes no sense: there is no such scan or book.
        case invalidRequest
        /// It cannot be done at the moment.
        case unavailable
        /// Something could not be stored.
        case storage
        /// There was no answer in time.
        case timedOut
        /// Anything else.
        case failed
    }

    /// The kind of failure.
    public var kind: Kind
    /// What happened and what the user can do, as a sentence.
    public var message: String

    /// Makes an error.
    public init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }
}

/// What is the matter, and what the user can do.
public struct ScannerMessages: Codable, Equatable, Sendable {
    /// A few words, without a full stop.
    public var title: String
    /// One or two sentences that say what to do.
    public var advice: String
    /// The native error, for whoever has to look it up; nil when there is none.
    public var detail: String?

    /// Makes messages.
    public init(title: String, advice: String, detail: String? = nil) {
        self.title = title
        self.advice = advice
        self.detail = detail
    }
}
