/// A stored property that a view reads at each evaluation.
public protocol DynamicProperty {}
