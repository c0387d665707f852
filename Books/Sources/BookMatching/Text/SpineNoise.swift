/// Words on spines that say nothing of the book: publishers, series, prizes.
enum SpineNoise {
    static let words = Set(
        """
        editorial edicions ediciones editions edition editora libros llibres books press publishing verlag \
        anagrama tusquets alfaguara planeta empuries proa columna destino salamandra seix barral debolsillo random house mondadori penguin \
        siruela acantilado minuscula galaxia gutenberg lumen grijalbo plaza janes ariel critica paidos taurus debate catedra alianza \
        blackie viena quaderns crema labutxaca rocabolsillo roca vintage picador faber oxford cambridge springer harper collins \
        premio premi nobel novela novella bestseller coleccion colleccio biblioteca cruilla barcanova bromera raval amsterdam \
        edebe sm rba salvat espasa calpe circe edhasa minotauro nova norma panini
        """.split(separator: " ").map(String.init)
    )

    /// Those that are long enough to be known when they are misread.
    private static let long = words.filter { $0.count >= 5 }.map { Array($0.unicodeScalars) }

    /// Whether some words are a publisher's, whole or misread.
    static func isPublisher(_ read: [String]) -> Bool {
        if read.count <= 2, read.contains(where: words.contains) { return true }
        let joined = Array(read.joined().unicodeScalars)
        return long.contains { word in
            abs(joined.count - word.count) <= 2
                && EditDistance.between(joined[...], word[...], most: max(1, word.count / 3)) != nil
        }
    }
}
