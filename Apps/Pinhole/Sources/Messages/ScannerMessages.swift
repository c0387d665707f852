import BookScanner
import SwiftUI

extension ScanFailure {
    /// What happened to a scan, and what the user can do.
    var message: Message {
        switch self {
        case .rejected(413, _):
            Message("The photo is too large", advice: "Delete it, and scan the shelf in two parts.")
        case .rejected(401, _), .rejected(403, _):
            Message("The recogniser refused this app", advice: "Check its address in the settings, then try again.")
        case .rejected(let status, let problem):
            Message(
                "The recogniser refused the photo",
                advice: problem.map { "\($0). Try again, or delete the scan." }
                    ?? "It answered \(String(status)). Try again, or delete the scan."
            )
        case .recognition(let problem):
            Message(
                "No books could be recognised",
                advice: problem.map { "\($0). Delete this scan, and take another." }
                    ?? "Delete this scan, and take another."
            )
        case .serverErrors(let status):
            Message(
                "The recogniser failed again and again",
                advice: "It answered \(String(status)). The photo is kept; try again later."
            )
        case .forgotten: Message("The recogniser lost the photo", advice: "It is still here. Try again.")
        case .photoUnreadable: Message("The photo's file is gone", advice: "Delete this scan, and take another.")
        }
    }
}

extension ScanStoreError {
    /// Why nothing can be kept, and what the user can do.
    var message: Message {
        switch self {
        case .diskFull: Message("The disk is full", advice: "Free some space. All scans so far are safe.")
        case .damaged:
            Message(
                "The list of scans is damaged",
                advice: "Restart the app: it sets the list aside, and keeps the photos."
            )
        case .inaccessible(let code):
            Message("Scans cannot be kept", advice: "Restart the app (error \(String(code))).")
        case .busy: Message("The list of scans is busy", advice: "Try again.")
        case .tooNew: Message("The list of scans is of a later version", advice: "Update this app.")
        case .leaseLost: Message("Another app sends the scans now", advice: "Nothing is lost.")
        case .noSuchJob: Message("It is there no more", advice: "The list shows what there is.")
        case .emptyPhoto: Message("The camera gave an empty photo", advice: "Scan again.")
        case .database(let code): Message("Scans cannot be kept", advice: "Try again (error \(String(code))).")
        }
    }
}

extension ScannerModel.Banner {
    var message: Message {
        switch self {
        case .storage(let message): message
        case .noRecognizer(let waiting):
            Message(
                "No recogniser is set",
                advice: waiting > 0
                    ? "\(waiting) scans wait. Enter its address in Settings."
                    : "Enter its address in Settings. Scans wait until then."
            )
        case .offline(let waiting):
            Message("Offline", advice: waiting > 0 ? "\(waiting) scans go out when the network is back." : nil)
        case .rateLimited(let seconds): Message("The recogniser is busy", advice: "It goes on in \(seconds) seconds.")
        }
    }
}

extension BookExport {
    var title: LocalizedStringResource {
        switch self {
        case .csv: "Export as CSV"
        case .json: "Export as JSON"
        }
    }
}

extension ScannerModel {
    /// What there is behind the list's button.
    var listValue: LocalizedStringResource {
        questionCount > 0 ? "\(questionCount) questions" : "\(bookCount) books"
    }
}

extension ScanEntry {
    /// What it is called in the list.
    var title: LocalizedStringResource { number.map { "Scan \($0)" } ?? "New scan" }
}
