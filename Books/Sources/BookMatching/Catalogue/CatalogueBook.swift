/// A book as a catalogue lists it.
public struct CatalogueBook: Sendable, Equatable {
    /// Title and subtitle, as in "Title : subtitle".
    public var title: String
    /// "Surname, Name" or "Name Surname"; empty if unknown.
    public var author: String
    /// `nil` if unknown.
    public var isbn: ISBN?

    /// A book with its title, its author as "Surname, Name" or "Name Surname", and its ISBN.
    public init(title: String, author: String, isbn: ISBN? = nil) {
        (self.title, self.author, self.isbn) = (title, author, isbn)
    }
}
