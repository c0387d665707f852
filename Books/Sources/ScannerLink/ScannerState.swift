public import Foundation

/// Everything the page shows of the scanner of books, but for the books that need nobody's attention.
public struct ScannerState: Codable, Equatable, Sendable {
    /// The scans that are not done, in the order in which they were taken.
    public var jobs: [Job]
    /// How many scans are done.
    public var finishedCount: Int
    /// How many books were scanned.
    public var bookCount: Int
    /// Whether photos wait for the network (R-SCAN-4).
    public var isOffline: Bool
    /// How many seconds the recogniser is still to be left alone (R-SCAN-5); nil when it is not.
    public var rateLimit: Double?
    /// Books about which the user has to be asked.
    public var booksToConfirm: [ScannerBook]
    /// What may be there twice, for the user to decide (R-SCAN-6).
    public var duplicates: [Duplicate]
    /// How often recognition was right lately (R-SCAN-9).
    public var accuracy: Accuracy
    /// The size near which scans are taken, in pixels.
    public var size: Size
    /// Whether that is the larger one.
    public var isLarger: Bool
    /// Why scans cannot be kept at the moment; nil when they can.
    public var failure: ScannerMessages?

    /// Makes a state; of a scanner with which nothing was scanned yet, unless told otherwise.
    public init(
        jobs: [Job] = [],
        finishedCount: Int = 0,
        bookCount: Int = 0,
        isOffline: Bool = false,
        rateLimit: Double? = nil,
        booksToConfirm: [ScannerBook] = [],
        duplicates: [Duplicate] = [],
        accuracy: Accuracy = Accuracy(),
        size: Size = Size(width: 1024, height: 768),
        isLarger: Bool = false,
        failure: ScannerMessages? = nil
    ) {
        self.jobs = jobs
        self.finishedCount = finishedCount
        self.bookCount = bookCount
        self.isOffline = isOffline
        self.rateLimit = rateLimit
        self.booksToConfirm = booksToConfirm
        self.duplicates = duplicates
        self.accuracy = accuracy
        self.size = size
        self.isLarger = isLarger
        self.failure = failure
    }
}

extension ScannerState {
    /// A size in pixels.
    public struct Size: Codable, Equatable, Sendable {
        /// Pixels in a row.
        public var width: Int
        /// Rows.
        public var height: Int

        /// Makes a size.
        public init(width: Int, height: Int) {
            self.width = width
            self.height = height
        }
    }

    /// A scan that is not done (R-SCAN-2).
    public struct Job: Codable, Equatable, Sendable {
        /// What is done about it.
        public enum State: String, Codable, CaseIterable, Sendable {
            /// It waits for its turn.
            case queued
            /// Its photo is sent; ``Job/fraction`` of it has arrived.
            case uploading
            /// It is with the recogniser, which has done ``Job/fraction`` of it.
            case recognizing
            /// It failed, for the reason in ``Job/message``; the photo is kept.
            case failed
            /// It goes out when the network is back.
            case waitingForNetwork
            /// It goes out when the recogniser takes photos again, in ``Job/remaining`` seconds.
            case rateLimited
            /// It goes out again in ``Job/remaining`` seconds, after a failure that passes.
            case retrying
        }

        /// Which one.
        public var id: UUID
        /// What the photo is called.
        public var name: String
        /// When the photo was taken.
        public var date: Date
        /// The size of the photo's file in bytes.
        public var bytes: Int
        /// The photo's width in pixels; nil when it is not known.
        public var width: Int?
        /// The photo's height in pixels; nil when it is not known.
        public var height: Int?
        /// Where the server gives the photo out, relative to the page.
        public var photo: String
        /// What is done about it.
        public var state: State
        /// How far that is, from 0 to 1; nil unless it is being sent or recognised.
        public var fraction: Double?
        /// What the recogniser is doing, as one word of the protocol's vocabulary, which may grow; nil when it is not known.
        public var stage: String?
        /// For how many seconds it waits; nil unless it waits for a time.
        public var remaining: Double?
        /// The state in a few words; nil if it failed, for which there is the message.
        public var phrase: ScannerPhrase?
        /// Why it failed, and what the user can do; nil unless it did.
        public var message: ScannerMessages?
        /// What the photo costs a vision model, by published rules (R-PHOTO-3).
        public var estimates: [TokenCost]
        /// What a vision model has said that it took; nil when none was asked.
        public var reportedTokens: Int?

        /// Makes the description of a scan that waits for its turn; the photo's address follows from the id.
        public init(
            id: UUID,
            name: String,
            date: Date,
            bytes: Int,
            width: Int? = nil,
            height: Int? = nil,
            state: State = .queued,
            fraction: Double? = nil,
            stage: String? = nil,
            remaining: Double? = nil,
            phrase: ScannerPhrase? = nil,
            message: ScannerMessages? = nil,
            estimates: [TokenCost] = [],
            reportedTokens: Int? = nil
        ) {
            self.id = id
            self.name = name
            self.date = date
            self.bytes = bytes
            self.width = width
            self.height = height
            photo = ScannerAddress.photo(id)
            self.state = state
            self.fraction = fraction
            self.stage = stage
            self.remaining = remaining
            self.phrase = phrase
            self.message = message
            self.estimates = estimates
            self.reportedTokens = reportedTokens
        }
    }

    /// What a photo costs a vision model by one rule.
    public struct TokenCost: Codable, Equatable, Sendable {
        /// The rule's name.
        public var rule: String
        /// How many tokens.
        public var tokens: Int

        /// Makes a cost.
        public init(rule: String, tokens: Int) {
            self.rule = rule
            self.tokens = tokens
        }
    }

    /// Two photos or two books that may be the same.
    public struct Duplicate: Codable, Equatable, Sendable {
        /// By what they may be.
        public enum Reason: String, Codable, CaseIterable, Sendable {
            /// The photos look alike.
            case image
            /// The books have the same ISBN.
            case isbn
            /// The books have the same title and author.
            case titleAndAuthor
        }

        /// Which one.
        public var id: Int64
        /// By what they may be the same.
        public var reason: Reason
        /// The same in a few words.
        public var phrase: ScannerPhrase?
        /// Where the server gives the later photo out, relative to the page.
        public var photo: String
        /// The same for the earlier photo.
        public var formerPhoto: String
        /// The later book's title; nil for photos.
        public var title: String?
        /// The later book's author; nil for photos.
        public var author: String?

        /// Makes the description of a duplicate; the photos' addresses follow from their scans.
        public init(
            id: Int64,
            reason: Reason,
            phrase: ScannerPhrase? = nil,
            job: UUID,
            formerJob: UUID,
            title: String? = nil,
            author: String? = nil
        ) {
            self.id = id
            self.reason = reason
            self.phrase = phrase
            photo = ScannerAddress.photo(job)
            formerPhoto = ScannerAddress.photo(formerJob)
            self.title = title
            self.author = author
        }
    }

    /// How often recognition was right among the latest books that the user has decided about.
    public struct Accuracy: Codable, Equatable, Sendable {
        /// How many were decided.
        public var decided: Int
        /// How many of them were right.
        public var right: Int
        /// Whether it is so seldom that larger photos are proposed.
        public var proposesLargerPhotos: Bool

        /// Makes an accuracy.
        public init(decided: Int = 0, right: Int = 0, proposesLargerPhotos: Bool = false) {
            self.decided = decided
            self.right = right
            self.proposesLargerPhotos = proposesLargerPhotos
        }
    }
}

/// A few words about a scan or a duplicate, in English: a key of the String Catalog.
public struct ScannerPhrase: Codable, Equatable, Sendable {
    /// The key, with `%lld` in the place of the number.
    public var key: String
    /// The number; nil where the key has none. A countdown's is what is left of the job's ``ScannerState/Job/remaining``, rounded up.
    public var number: Int?
    /// What is said once a countdown is at 0; nil for words that do not count down.
    public var keyAtZero: String?

    /// Makes a phrase.
    public init(key: String, number: Int? = nil, keyAtZero: String? = nil) {
        self.key = key
        self.number = number
        self.keyAtZero = keyAtZero
    }
}

/// Where the server gives out what was scanned.
enum ScannerAddress {
    static func photo(_ job: UUID) -> String { "scans/photos/\(job.uuidString)" }
}

/// A book that was scanned, as the page shows it.
public struct ScannerBook: Codable, Equatable, Sendable {
    /// What the user has decided about it.
    public enum Decision: String, Codable, CaseIterable, Sendable {
        /// Nothing yet.
        case open
        /// Title and author are right.
        case confirmed
        /// They were wrong, and are as the user gave them.
        case corrected
        /// There is no such book.
        case rejected
    }

    /// Which one.
    public var id: Int64
    /// Where the server gives the photo out that shows it, relative to the page.
    public var photo: String
    /// What the photo is called.
    public var photoName: String
    /// When the photo was taken.
    public var date: Date
    /// The title, as corrected, else as recognised.
    public var title: String
    /// The author; empty when unknown.
    public var author: String
    /// The ISBN; nil when unknown.
    public var isbn: String?
    /// How sure recognition was, from 0 to 1.
    public var score: Double
    /// Whether that is sure enough not to ask.
    public var isAccepted: Bool
    /// What the user has decided.
    public var decision: Decision
    /// The lines that were read.
    public var text: [String]
    /// Its four corners [x, y] in pixels of the upright photo, from where its text begins, as it is read.
    public var box: [[Double]]

    /// Makes the description of a book; the photo's address follows from the scan.
    public init(
        id: Int64,
        job: UUID,
        photoName: String,
        date: Date,
        title: String,
        author: String,
        isbn: String? = nil,
        score: Double,
        isAccepted: Bool,
        decision: Decision = .open,
        text: [String] = [],
        box: [[Double]] = []
    ) {
        self.id = id
        photo = ScannerAddress.photo(job)
        self.photoName = photoName
        self.date = date
        self.title = title
        self.author = author
        self.isbn = isbn
        self.score = score
        self.isAccepted = isAccepted
        self.decision = decision
        self.text = text
        self.box = box
    }
}

/// What a user calls a book.
public struct ScannerBookTitle: Codable, Equatable, Sendable {
    /// The title.
    public var title: String
    /// The author; empty when unknown.
    public var author: String
    /// The ISBN; nil when unknown.
    public var isbn: String?

    /// Makes a title.
    public init(title: String, author: String, isbn: String? = nil) {
        self.title = title
        self.author = author
        self.isbn = isbn
    }
}
