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
                    let id = context.renderer.resources.insert(file: url)
                    button.attributes["href"] = "/resources/\(id)"
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

/// A label that says what sharing is for.
public struct DefaultShareLinkLabel: View {
    let title: Text?
    @Environment(\.locale) private var locale

    init(_ title: Text?) {
        self.title = title
    }

    public var body: some View {
        SwiftUI.Label {
            title ?? Text(verbatim: SystemWords.share.words(in: locale.identifier))
        } icon: {
            Image(systemName: "square.and.arrow.up")
        }
    }
}

extension ShareLink where PreviewImage == Never, PreviewIcon == Never, Data == CollectionOfOne<URL> {
    public init(item: URL, subject: Text? = nil, message: Text? = nil) where Label == DefaultShareLinkLabel {
        self.init(items: [.file(item)], label: DefaultShareLinkLabel(nil))
    }

    public init(
        _ titleKey: LocalizedStringKey,
        item: URL,
        subject: Text? = nil,
        message: Text? = nil
    ) where Label == DefaultShareLinkLabel {
        self.init(items: [.file(item)], label: DefaultShareLinkLabel(Text(titleKey)))
    }

    public init(item: URL, subject: Text? = nil, message: Text? = nil, @ViewBuilder label: () -> Label) {
        self.init(items: [.file(item)], label: label())
    }
}

extension ShareLink where PreviewImage == Never, PreviewIcon == Never, Data == CollectionOfOne<String> {
    public init(item: String, subject: Text? = nil, message: Text? = nil) where Label == DefaultShareLinkLabel {
        self.init(items: [.words(item)], label: DefaultShareLinkLabel(nil))
    }

    public init(
        _ titleKey: LocalizedStringKey,
        item: String,
        subject: Text? = nil,
        message: Text? = nil
    ) where Label == DefaultShareLinkLabel {
        self.init(items: [.words(item)], label: DefaultShareLinkLabel(Text(titleKey)))
    }

    public init(item: String, subject: Text? = nil, message: Text? = nil, @ViewBuilder label: () -> Label) {
        self.init(items: [.words(item)], label: label())
    }
}
