import BookScanner
import Foundation
import ScanProtocol
import ScannerLink

/// Says for the page what a scanner knows. Pure. The size of photos is the camera's business.
struct ScannerMapper: Sendable {
    /// What the scanner knows; nil as long as it is not open.
    var snapshot: ScanSnapshot?
    /// Why the scanner is not open, or its scans are not recognised; nil if nothing is known that keeps them.
    var obstacle: ScannerMessages?

    var state: ScannerState {
        guard let snapshot else { return ScannerState(failure: obstacle) }
        return ScannerState(
            jobs: snapshot.jobs.compactMap(Self.job),
            finishedCount: snapshot.finishedCount,
            bookCount: snapshot.bookCount,
            isOffline: snapshot.isOffline,
            rateLimit: snapshot.rateLimit.map(Self.seconds),
            booksToConfirm: snapshot.booksToConfirm.map(ScannerBook.init),
            duplicates: snapshot.duplicates.map(Self.duplicate),
            accuracy: ScannerState.Accuracy(
                decided: snapshot.accuracy.decided,
                right: snapshot.accuracy.right,
                proposesLargerPhotos: snapshot.accuracy.proposesLargerPhotos
            ),
            failure: snapshot.storageFailure?.message ?? obstacle
        )
    }

    /// Nil for the moment after a capture in which nothing is known of a job but that it is there.
    private static func job(_ job: ScanSnapshot.Job) -> ScannerState.Job? {
        guard let info = job.info else { return nil }
        var shown = ScannerState.Job(
            id: job.id,
            name: info.name,
            date: info.capturedAt,
            bytes: info.bytes,
            width: info.width,
            height: info.height,
            estimates: info.tokens.estimates.map { .init(rule: $0.rule.rawValue, tokens: $0.tokens) },
            reportedTokens: info.tokens.reported
        )
        shown.phrase = job.state.phrase.map(ScannerPhrase.init)
        switch job.state {
        case .queued: shown.state = .queued
        case .uploading(let fraction): (shown.state, shown.fraction) = (.uploading, fraction)
        case .recognizing(let fraction, let stage):
            (shown.state, shown.fraction, shown.stage) = (.recognizing, fraction, stage?.rawValue)
        // It is in the list of books in a moment.
        case .done: (shown.state, shown.fraction) = (.recognizing, 1)
        case .failed(let failure): (shown.state, shown.message) = (.failed, failure.message)
        case .waitingForNetwork: shown.state = .waitingForNetwork
        case .rateLimited(let remaining): (shown.state, shown.remaining) = (.rateLimited, seconds(remaining))
        case .retrying(let remaining): (shown.state, shown.remaining) = (.retrying, seconds(remaining))
        }
        return shown
    }

    private static func duplicate(_ flag: DuplicateFlag) -> ScannerState.Duplicate {
        let reason: ScannerState.Duplicate.Reason =
            switch flag.reason {
            case .image: .image
            case .isbn: .isbn
            case .titleAndAuthor: .titleAndAuthor
            }
        return ScannerState.Duplicate(
            id: flag.id,
            reason: reason,
            phrase: ScannerPhrase(.duplicate(flag.reason)),
            job: flag.job,
            formerJob: flag.formerJob,
            title: flag.title?.title,
            author: flag.title?.author
        )
    }

    private static func seconds(_ duration: Duration) -> Double { duration / .seconds(1) }
}

extension ScannerPhrase {
    init(_ phrase: ScanPhrase) {
        self.init(key: phrase.key, number: phrase.number, keyAtZero: phrase.keyAtZero)
    }
}

extension ScannerBook {
    init(_ book: ScannedBook) {
        let decision: Decision =
            switch book.decision {
            case .open: .open
            case .confirmed: .confirmed
            case .corrected: .corrected
            case .rejected: .rejected
            }
        let box = book.recognized.box
        self.init(
            id: book.id,
            job: book.job,
            photoName: book.photo,
            date: book.capturedAt,
            title: book.title.title,
            author: book.title.author,
            isbn: book.title.isbn,
            score: book.recognized.score,
            isAccepted: book.recognized.accepted,
            decision: decision,
            text: book.recognized.text,
            box: [box.topLeft, box.topRight, box.bottomRight, box.bottomLeft].map { [$0.x, $0.y] }
        )
    }
}

extension ScanFailure {
    /// What happened to a scan, and what the user can do.
    var message: ScannerMessages {
        switch self {
        case .rejected(413, _):
            ScannerMessages(title: "The photo is too large", advice: "Delete it, and scan the shelf in two parts.")
        case .rejected(401, _), .rejected(403, _):
            ScannerMessages(
                title: "The recogniser refused this scanner",
                advice: "Start again with the right --recognizer-token, then try again."
            )
        case .rejected(let status, let problem):
            ScannerMessages(
                title: "The recogniser refused the photo",
                advice: "\(problem ?? "It answered \(status)."). Try again, or delete the scan."
            )
        case .recognition(let problem):
            ScannerMessages(
                title: "No books could be recognised",
                advice: problem.map { "\($0). Delete this scan, and take another." }
                    ?? "The recogniser told no reason. Delete this scan, and take another."
            )
        case .serverErrors(let status):
            ScannerMessages(
                title: "The recogniser failed again and again",
                advice: "It answered \(status). The photo is kept; try again later."
            )
        case .forgotten:
            ScannerMessages(title: "The recogniser lost the photo", advice: "It is still here. Try again.")
        case .photoUnreadable:
            ScannerMessages(title: "The photo's file is gone", advice: "Delete this scan, and take another.")
        }
    }
}

extension ScanStoreError {
    /// Why nothing can be kept, and what the user can do.
    var message: ScannerMessages {
        switch self {
        case .diskFull:
            ScannerMessages(title: "The disk is full", advice: "Free some space. All scans so far are safe.")
        case .damaged:
            ScannerMessages(
                title: "The list of scans is damaged",
                advice: "Start Pinhole again: it sets the damaged file aside, and takes the photos over."
            )
        case .inaccessible(let code):
            ScannerMessages(
                title: "The folder for scans cannot be used",
                advice: "Check who may write to it, or choose another with --scans (error \(code))."
            )
        case .busy:
            ScannerMessages(
                title: "Another program holds the list of scans",
                advice: "End other viewfinders, and try again."
            )
        case .tooNew:
            ScannerMessages(
                title: "The list of scans is of a later version",
                advice: "Start a newer Pinhole, or choose another folder with --scans."
            )
        case .leaseLost:
            ScannerMessages(
                title: "Another viewfinder sends the scans now",
                advice: "Nothing is lost. It goes on here when the other one has ended."
            )
        case .noSuchJob:
            ScannerMessages(title: "It is there no more", advice: "The list shows what there is.")
        case .emptyPhoto:
            ScannerMessages(title: "The camera gave an empty photo", advice: "Scan again.")
        case .database(let code):
            ScannerMessages(
                title: "The list of scans cannot be used",
                advice: "Try again, or choose another folder with --scans (error \(code))."
            )
        }
    }
}

extension ScannerError {
    /// The message for a store that did not do what was asked.
    init(_ error: ScanStoreError) {
        let kind: Kind =
            switch error {
            case .noSuchJob: .invalidRequest
            case .busy, .leaseLost: .unavailable
            default: .storage
            }
        self.init(kind, "\(error.message.title). \(error.message.advice)")
    }
}
