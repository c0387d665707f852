import Foundation
import ViewTree

/// Something to press that shares something with other apps.
///
/// DEVIATION: what can be shared are addresses and words; the page downloads a file.
public struct ShareLink<Data, PreviewImage, PreviewIcon, Label: View>: View, PrimitiveView {
    public typealias Body = Never

    enum Item {
        case file(URL)
        case words(String)
    }

    let items: [Item]
    let label: Label

    func render(in context: RenderContext) -> [Fragment] {
        let labels = context.child(label, key: "label")
        var button = context.element("a", "share", class: "button share-link", children: labels)
        button.attributes["role"] = "button"
        context.enable(&button) { button in
            for item in items.prefix(1) {
                switch item {
                case .file(let url) where url.isFileURL:
                    button.attributes["href"] = context.address(of: url)
                    button.attributes["download"] = url.lastPathComponent
                case .file(let url):
                    button.attributes["data-share"] = url.absoluteString
                case .words(let words):
                    button.attributes["data-share"] = words
                }
            }
        }
        var fragment = Fragment(element: button, layout: .covering(labels))
        if context.environment.isInRow { fragment.layout.fillsWidth = true }
        fragment.applyLayoutClasses()
        return [fragment]
    }
}

extension ShareLink where PreviewImage == Never, PreviewIcon == Never, Data == CollectionOfOne<URL> {
    public init(item: URL, subject: Text? = nil, message: Text? = nil, @ViewBuilder label: () -> Label) {
        self.init(items: [.file(item)], label: label())
    }
}
