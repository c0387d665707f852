public import Foundation
@_spi(Rendering) public import SwiftUI
import ViewTree

extension View {
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
                Button(text(.done)) { selection = nil }
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
                button("chevron.left", .previous, -1)
                Spacer()
                Text(verbatim: selection?.lastPathComponent ?? "").lineLimit(1)
                Spacer()
                button("chevron.right", .next, 1)
            }
            .padding()
        }
        .background(.background)
    }

    private func button(_ symbol: String, _ name: SystemMessage, _ distance: Int) -> some View {
        Button {
            step(distance)
        } label: {
            Image(systemName: symbol)
        }
        .accessibilityLabel(Text(verbatim: text(name)))
        .disabled(neighbour(distance) == nil)
    }

    private func text(_ message: SystemMessage) -> String { message.text(in: locale.identifier) }

    private func neighbour(_ distance: Int) -> URL? {
        guard let index = selection.flatMap(items.firstIndex(of:)) else { return nil }
        return items.indices.contains(index + distance) ? items[index + distance] : nil
    }

    private func step(_ distance: Int) {
        if let next = neighbour(distance) { selection = next }
    }
}
