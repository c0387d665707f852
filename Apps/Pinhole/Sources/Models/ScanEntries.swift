import BookScanner
import Foundation
import ScanProtocol
import SwiftUI

/// A scan that is not done, as it is listed.
struct ScanEntry: Identifiable, Equatable, Sendable {
    /// What is to be seen of a scan.
    enum State: Equatable, Sendable {
        case queued
        case uploading(percent: Int)
        case recognizing(percent: Int, stage: RecognitionStage?)
        case waitingForNetwork
        case rateLimited(seconds: Int)
        case retrying(seconds: Int)
        case failed(Message)
    }

    var id: UUID
    /// Its place in the order of captures; `nil` for the moment in which nothing is known of it but that it is there.
    var number: Int?
    var date: Date?
    var state: State
    /// What the photo costs a vision model: the rule's name and the number of tokens.
    var tokens: [TokenCount] = []

    struct TokenCount: Equatable, Sendable, Identifiable {
        var rule: String
        var count: Int

        var id: String { rule }
    }

    /// From 0 to 1 where that is known.
    var fraction: Double? {
        switch state {
        case .uploading(let percent), .recognizing(let percent, _): Double(percent) / 100
        case .queued, .waitingForNetwork, .rateLimited, .retrying, .failed: nil
        }
    }

    /// Whether the user can have it tried again.
    var canRetry: Bool {
        if case .failed = state { true } else { false }
    }
}

/// A book of those that were scanned.
struct BookEntry: Identifiable, Equatable, Sendable {
    var id: Int64
    var title: String
    var author: String
    var isbn: String?
    /// How sure the recogniser was, in percent.
    var percent: Int
    /// Whether the user has to be asked.
    var needsConfirmation: Bool
    /// The lines that were read on it.
    var text: [String] = []
}

/// Two photos or two books that may be the same.
struct DuplicateEntry: Identifiable, Equatable, Sendable {
    var id: Int64
    var reason: DuplicateReason
    /// What the book is called; `nil` for photos.
    var title: String?
    var author: String?
}

// MARK: - From the scanner's values

extension ScanEntry {
    init(_ job: ScanSnapshot.Job) {
        id = job.id
        number = job.info.map { Int($0.sequence) }
        date = job.info?.capturedAt
        tokens = job.info?.tokens.estimates.map { TokenCount(rule: $0.rule.rawValue, count: $0.tokens) } ?? []
        state = State(job.state)
    }
}

extension ScanEntry.State {
    init(_ state: ScanJobState) {
        switch state {
        case .queued: self = .queued
        case .uploading(let fraction): self = .uploading(percent: ScanPhrase.percent(fraction))
        case .recognizing(let fraction, let stage):
            self = .recognizing(percent: ScanPhrase.percent(fraction), stage: stage)
        // Its books are in the list in a moment.
        case .done: self = .recognizing(percent: 100, stage: nil)
        case .failed(let failure): self = .failed(failure.message)
        case .waitingForNetwork: self = .waitingForNetwork
        case .rateLimited(let remaining): self = .rateLimited(seconds: ScanPhrase.seconds(remaining))
        case .retrying(let remaining): self = .retrying(seconds: ScanPhrase.seconds(remaining))
        }
    }

    /// In a few words.
    var title: LocalizedStringResource {
        switch self {
        case .queued: LocalizedStringResource(ScanPhrase.queued)
        case .uploading(let percent): LocalizedStringResource(ScanPhrase.uploading(percent: percent))
        case .recognizing(_, let stage): LocalizedStringResource(ScanPhrase.recognizing(stage))
        case .waitingForNetwork: LocalizedStringResource(ScanPhrase.waitingForNetwork)
        case .rateLimited(let seconds): LocalizedStringResource(ScanPhrase.rateLimited(seconds: seconds))
        case .retrying(let seconds): LocalizedStringResource(ScanPhrase.retrying(seconds: seconds))
        case .failed(let message): message.title
        }
    }
}

extension LocalizedStringResource {
    /// A phrase of the scanner's, looked up in the catalogue.
    init(_ phrase: ScanPhrase) {
        let (key, number) = phrase.sentence
        let parts = key.components(separatedBy: "%lld")
        var sentence = String.LocalizationValue.StringInterpolation(literalCapacity: key.count, interpolationCount: 1)
        sentence.appendLiteral(parts[0])
        if let number, parts.count == 2 {
            sentence.appendInterpolation(number)
            sentence.appendLiteral(parts[1])
        }
        self.init(String.LocalizationValue(stringInterpolation: sentence))
    }
}

extension BookEntry {
    init(_ book: ScannedBook) {
        self.init(
            id: book.id,
            title: book.title.title,
            author: book.title.author,
            isbn: book.title.isbn,
            percent: Int((book.recognized.score * 100).rounded()),
            needsConfirmation: book.needsConfirmation,
            text: book.recognized.text
        )
    }
}

extension DuplicateEntry {
    init(_ flag: DuplicateFlag) {
        self.init(id: flag.id, reason: flag.reason, title: flag.title?.title, author: flag.title?.author)
    }
}

extension ScanEntry {
    /// What the user can do about a scan that has failed.
    var advice: LocalizedStringResource? {
        if case .failed(let message) = state { message.advice } else { nil }
    }
}

extension BookEntry {
    /// All that was read on the book, in one line; `nil` if nothing was.
    var readText: String? { text.isEmpty ? nil : text.joined(separator: " ") }
}

extension DuplicateEntry {
    /// Why it may be one, in a few words.
    var reasonTitle: LocalizedStringResource { LocalizedStringResource(ScanPhrase.duplicate(reason)) }

    /// "Title, Author", as far as they are known; `nil` for two photos.
    var bookName: String? {
        title.map { title in [title, author ?? ""].filter { !$0.isEmpty }.joined(separator: ", ") }
    }
}
