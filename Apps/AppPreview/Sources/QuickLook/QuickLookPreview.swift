public import Foundation
@_spi(Rendering) public import SwiftUI
import ViewTree

extension View {
    /// Shows a file over everything while the binding holds its address.
    public func quickLookPreview(_ item: Binding<URL?>) -> some View {
        fullScreenCover(isPresented: item.isPresent) {
            FilePreview(items: item.wrappedValue.map { [$0] } ?? [], selection: item)
        }
    }

    /// Shows files over everything, the selected one first, while there is one.
    public func quickLookPreview<Items: RandomAccessCollection>(
        _ selection: Binding<URL?>,
        in items: Items
    ) -> some View where Items.Element == URL {
        fullScreenCover(isPresented: selection.isPresent) {
            FilePreview(items: Array(items), selection: selection)
        }
    }
}

extension Binding where Value == URL? {
    fileprivate var isPresent: Binding<Bool> {
        Binding<Bool>(
            get: { wrappedValue != nil },
            set: { isPresent in
                if !isPresent { wrappedValue = nil }
            }
        )
    }
}

/// A file, and buttons for those beside it.
struct FilePreview: View {
    let items: [URL]
    @Binding var selection: URL?
    @Environment(\.locale) private var locale

    init(items: [URL], selection: Binding<URL?>) {
        self.items = items
        _selection = selection
    }

    var body: some View {
        VStack(spacing: 0) {
            HStack {
                Button(words(.done)) { selection = nil }
                    .accessibilityIdentifier("quicklook.done")
                Spacer()
                if let selection { ShareLink(item: selection) { Image(systemName: "square.and.arrow.up") } }
            }
            .padding()
            if let selection {
                FileContent(url: selection)
                    .id(selection)
            }
            HStack {
                Button(words(.previous), systemImage: "chevron.left") { step(-1) }
                    .disabled(neighbour(-1) == nil)
                Spacer()
                Text(verbatim: selection?.lastPathComponent ?? "").lineLimit(1)
                Spacer()
                Button(words(.next), systemImage: "chevron.right") { step(1) }
                    .disabled(neighbour(1) == nil)
            }
            .labelStyle(.iconOnly)
            .padding()
        }
        .background(.background)
    }

    private func words(_ words: SystemWords) -> String { words.words(in: locale.identifier) }

    private func neighbour(_ distance: Int) -> URL? {
        guard let index = selection.flatMap(items.firstIndex(of:)) else { return nil }
        return items.indices.contains(index + distance) ? items[index + distance] : nil
    }

    private func step(_ distance: Int) {
        if let next = neighbour(distance) { selection = next }
    }
}
