import BookMatching
import BookshelfScene
import Foundation
import KnownBooks

/// Compares what was recognised with what stands on a drawn shelf.
struct ShelfValidator {
    let truth: [SpineTruth]

    /// Books of a catalogue: right are those with the title and the author, where they stand.
    func check(_ books: [ShelfBook], into tally: inout Tally) {
        var (found, accepted) = (0, 0)
        var left = books
        for spine in truth {
            let matches = left.indices.filter { left[$0].isSame(as: spine.book) && spine.contains(left[$0].center) }
            guard let match = matches.first(where: { left[$0].isAccepted }) ?? matches.first else { continue }
            found += 1
            if left[match].isAccepted { accepted += 1 }
            left.remove(at: match)
        }
        let wrong = left.filter(\.isAccepted).map { book in
            let isThere = truth.contains { book.isSame(as: $0.book) }
            return "\(book.title) — \(book.author)\(isThere ? ", which stands elsewhere" : "")"
        }
        tally.add(books: truth.count, found: found, accepted: accepted, wrong: wrong)
    }

    /// Books without a catalogue: right are those whose title and author were read nearly as they are.
    func checkText(_ books: [ShelfBook], into tally: inout Tally) {
        let found = truth.filter { spine in
            books.contains { $0.reads(like: spine.book) && spine.contains($0.center) }
        }
        tally.add(books: truth.count, found: found.count, accepted: 0, wrong: [])
    }
}

extension ShelfBook {
    var center: SIMD2<Double> { box.reduce(.zero, +) / Double(max(1, box.count)) }

    fileprivate func isSame(as book: KnownBook) -> Bool {
        title.folded == book.title.folded && author.folded == book.author.folded
    }

    fileprivate func reads(like book: KnownBook) -> Bool {
        title.folded.similarity(to: book.title.folded) >= 0.85
            && author.folded.similarity(to: book.author.folded) >= 0.85
    }
}

extension SpineTruth {
    /// Whether a place lies on the spine.
    fileprivate func contains(_ place: SIMD2<Double>) -> Bool {
        corners.indices.allSatisfy { index in
            let (a, b) = (corners[index], corners[(index + 1) % corners.count])
            return (b.x - a.x) * (place.y - a.y) - (b.y - a.y) * (place.x - a.x) >= 0
        }
    }
}

extension String {
    /// Without case, accents and everything that is no letter or digit.
    var folded: String {
        folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
            .filter { $0.isLetter || $0.isNumber }
    }

    /// 1 less the number of edits, as a share of the longer text.
    func similarity(to other: String) -> Double {
        let (a, b) = (Array(unicodeScalars), Array(other.unicodeScalars))
        guard !a.isEmpty, !b.isEmpty else { return a.count == b.count ? 1 : 0 }
        var row = Array(0...b.count)
        for (i, first) in a.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, second) in b.enumerated() {
                let next = Swift.min(row[j] + 1, row[j + 1] + 1, diagonal + (first == second ? 0 : 1))
                diagonal = row[j + 1]
                row[j + 1] = next
            }
        }
        return 1 - Double(row[b.count]) / Double(Swift.max(a.count, b.count))
    }
}
