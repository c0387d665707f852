/// The control on the device's edge, as far as the page can stand in for it: what it offers to change, and how that is set.
public struct ViewfinderHardware: Codable, Equatable, Sendable {
    /// Something that the control changes.
    public struct Control: Codable, Equatable, Sendable {
        /// What is chosen with it.
        public enum Kind: String, Codable, CaseIterable, Sendable {
            /// A value between two others.
            case slider
            /// One of several things.
            case indexPicker
        }

        /// What tells it from the others.
        public var id: String
        /// What is chosen with it.
        public var kind: Kind
        /// What it is called.
        public var title: String
        /// The name of its symbol.
        public var symbol: String
        /// Whether it can be changed now.
        public var isEnabled: Bool
        /// The value, or the number of the thing that is chosen.
        public var value: Double
        /// The value as the user reads it.
        public var text: String
        /// The least value.
        public var minimum: Double
        /// The greatest value.
        public var maximum: Double
        /// Whether equal ways are equal ratios, as with zoom; else they are equal differences.
        public var isGeometric: Bool
        /// The only values that there are, rising; empty when there are others too.
        public var values: [Double]
        /// The things to choose from, by their names; empty for a slider.
        public var titles: [String]

        /// Makes the description of a control.
        public init(
            id: String,
            kind: Kind,
            title: String,
            symbol: String = "",
            isEnabled: Bool = true,
            value: Double,
            text: String = "",
            minimum: Double = 0,
            maximum: Double = 0,
            isGeometric: Bool = false,
            values: [Double] = [],
            titles: [String] = []
        ) {
            self.id = id
            self.kind = kind
            self.title = title
            self.symbol = symbol
            self.isEnabled = isEnabled
            self.value = value
            self.text = text
            self.minimum = minimum
            self.maximum = maximum
            self.isGeometric = isGeometric
            self.values = values
            self.titles = titles
        }
    }

    /// Whether the user has it under the finger: what it changes is shown then.
    public var isActive: Bool
    /// Whether what it shows takes the screen: a page clears its own controls away then, as apps do, and brings them back.
    public var coversScreen: Bool
    /// What it changes, in the order in which it is gone through.
    public var controls: [Control]

    /// Makes the description of a control on the device's edge.
    public init(isActive: Bool = false, coversScreen: Bool = false, controls: [Control] = []) {
        self.isActive = isActive
        self.coversScreen = coversScreen
        self.controls = controls
    }
}
