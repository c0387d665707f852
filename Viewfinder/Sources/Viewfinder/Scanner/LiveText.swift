/// Where there is text in the live picture (R-SCAN-1).
public struct LiveText: Codable, Equatable, Sendable {
    /// The four corners [x, y] of each line, as it is read, from 0 to 1 in the picture as the frames carry it: before the page mirrors,
    /// crops or scales anything.
    public var boxes: [[[Double]]]
    /// How many seconds ago the picture was captured.
    public var age: Double

    /// Makes a description of text.
    public init(boxes: [[[Double]]] = [], age: Double = 0) {
        self.boxes = boxes
        self.age = age
    }
}
