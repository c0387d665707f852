/// A property wrapper that keeps its value where the view is.
@MainActor
protocol InstalledProperty {
    /// Connects the property with what is kept at a place.
    func install(in node: Node, path: String)
}

/// A property that reads the environment.
@MainActor
protocol EnvironmentReader {
    /// Whether it reads another value in one environment than in the other.
    func isDifferent(_ old: EnvironmentValues, _ new: EnvironmentValues) -> Bool
}

/// A view whose properties belong to something in it.
@MainActor
protocol DynamicPropertyOwner {
    var propertyOwner: Any { get }
}

/// The installed properties of a view, each with its name, those of `DynamicProperty` structures among them.
@MainActor
func dynamicProperties(of view: Any) -> [(String, any InstalledProperty)] {
    let owner = (view as? any DynamicPropertyOwner)?.propertyOwner ?? view
    return Mirror(reflecting: owner).children.flatMap { label, value -> [(String, any InstalledProperty)] in
        let name = label ?? ""
        if let property = value as? any InstalledProperty { return [(name, property)] }
        guard value is any DynamicProperty else { return [] }
        return dynamicProperties(of: value).map { ("\(name).\($0)", $1) }
    }
}
