import ViewTree

extension View {
    /// What is shown large to somebody who needs large text and holds a finger on a control that keeps its size.
    ///
    /// DEVIATION: the page shows its words when the mouse rests on the control.
    public func accessibilityShowsLargeContentViewer<V: View>(@ViewBuilder _ largeContentView: () -> V) -> some View {
        let content = largeContentView()
        return Modified(self) { context, fragments in
            let words = context.childOutput(content, key: "large-content").fragments.map(\.element.allText)
            return fragments.map { fragment in
                var fragment = fragment
                fragment.element.changeAccessible { $0.attributes["title"] = words.joined(separator: " ") }
                return fragment
            }
        }
    }
}
