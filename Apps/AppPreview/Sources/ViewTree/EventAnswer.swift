/// What became of events, for the page that sent them.
public struct EventAnswer: Sendable, Equatable, Codable {
    /// How many of them nobody listened to.
    public var ignored: Int
    /// The number of the last render that the events led to.
    public var render: Int
    /// What the elements whose values were edited show as of that render: the app may have taken another value than it was given,
    /// or none.
    public var values: [ElementID: String]

    /// Makes an answer.
    public init(ignored: Int = 0, render: Int, values: [ElementID: String] = [:]) {
        self.ignored = ignored
        self.render = render
        self.values = values
    }
}
