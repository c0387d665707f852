/// How hard a picture of a bookshelf is to read.
public enum BookshelfLevel: Int, Sendable, Hashable, Codable, CaseIterable {
    /// Plain grounds, text of 12 to 24 points at 75 dots per inch, gaps between the spines, a perfect camera.
    case clean = 1
    /// Tilted by up to 6 degrees, uneven light, slight blur, JPEG compression.
    case tilted = 2
    /// Noise, motion blur, glare; decorative fonts, capitals, publishers' marks, call-number labels; some spines are
    /// read from the bottom to the top.
    case noisy = 3
    /// Textured grounds, bands of colour, books that touch, thin spines, horizontal piles.
    case textured = 4
}
