import Foundation

/// A view for each element of a collection. State stays with an element's identity.
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content> {
    public var data: Data
    public var content: (Data.Element) -> Content
    let identify: (Data.Element) -> ID
}

extension ForEach: View, PrimitiveView where Content: View {
    public typealias Body = Never

    func render(in context: RenderContext) -> [Fragment] {
        data.enumerated().flatMap { index, element in
            let id = identify(element)
            // A picker chooses by identity what has no tag of its own.
            let fragments = context.child(Deferred { content(element) }, key: id).map { fragment in
                var fragment = fragment
                fragment.tag = fragment.tag ?? AnyHashable(id)
                return fragment
            }
            return fragments
        }
    }
}

extension ForEach where ID == Data.Element.ID, Content: View, Data.Element: Identifiable {
    public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content) {
        self.init(data: data, content: content, identify: \.id)
    }
}

extension ForEach where Content: View {
    public init(_ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content)
    {
        self.init(data: data, content: content, identify: { $0[keyPath: id] })
    }
}
