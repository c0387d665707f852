import BookScanner
import ScannerLink

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
                advice: "\(problem ?? "The recogniser told no reason"). Delete this scan, and take another."
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
