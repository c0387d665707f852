import QuickLook
import SwiftUI
import UIKit

/// What was taken, the latest first.
struct GalleryView: View {
    @Environment(AppModel.self) private var app
    @Environment(\.dismiss) private var dismiss

    var body: some View {
        @Bindable var gallery = app.gallery
        NavigationStack {
            GeometryReader { proxy in
                ScrollView {
                    LibraryStatus()
                    GalleryGrid(width: proxy.size.width)
                }
            }
            .overlay {
                if gallery.items.isEmpty {
                    ContentUnavailableView(
                        "Nothing taken yet",
                        systemImage: "photo.on.rectangle",
                        description: Text("Photos and movies appear here.")
                    )
                }
            }
            .navigationTitle("Gallery")
            .navigationBarTitleDisplayMode(.inline)
            .toolbar {
                ToolbarItem(placement: .cancellationAction) {
                    Button("Done") { dismiss() }
                        .accessibilityIdentifier("done")
                }
            }
            .confirmationDialog(
                "Delete from this app?",
                isPresented: $gallery.asksToDelete,
                titleVisibility: .visible,
                presenting: gallery.itemToDelete
            ) { item in
                Button("Delete", role: .destructive) { Task { await gallery.delete(item) } }
                Button("Cancel", role: .cancel) {}
            } message: { _ in
                Text("A copy in Photos stays.")
            }
        }
        .quickLookPreview($gallery.shownURL, in: gallery.urls)
        .task { await gallery.refresh() }
        .accessibilityIdentifier("gallery-view")
    }
}

/// What is in the photo library, and how the rest gets there.
private struct LibraryStatus: View {
    @Environment(AppModel.self) private var app

    var body: some View {
        switch app.gallery.libraryState {
        case .complete: EmptyView()
        case .refused:
            VStack(alignment: .leading, spacing: 10) {
                MessageRow(message: .libraryNotAllowed, symbol: "photo.badge.exclamationmark")
                OpenSettingsButton()
                    .buttonStyle(.bordered)
            }
            .padding()
        case .unsaved(let count):
            Button {
                Task { await app.gallery.saveAll() }
            } label: {
                HStack(spacing: 8) {
                    if app.gallery.isSaving { ProgressView() }
                    Text("Save \(count) to Photos")
                }
                .frame(minHeight: 32)
            }
            .buttonStyle(.bordered)
            .disabled(!app.gallery.canSave)
            .padding()
            .accessibilityIdentifier("save-all")
        }
    }
}

private struct GalleryGrid: View {
    @Environment(AppModel.self) private var app
    let width: CGFloat

    var body: some View {
        let columns = GalleryModel.columnCount(width: width)
        let side = GalleryModel.side(width: width)
        let spacing = GalleryModel.spacing
        LazyVGrid(
            columns: Array(repeating: GridItem(.fixed(side), spacing: spacing), count: columns),
            spacing: spacing
        ) {
            ForEach(app.gallery.items) { GalleryCell(item: $0, side: side) }
        }
    }
}

private struct GalleryCell: View {
    @Environment(AppModel.self) private var app
    let item: CaptureItem
    let side: CGFloat

    var body: some View {
        Button {
            app.gallery.present(item)
        } label: {
            ZStack(alignment: .bottomTrailing) {
                Thumbnail(item: item, side: side)
                HStack(spacing: 4) {
                    if item.isMovie { Image(systemName: "play.fill") }
                    if item.isInLibrary { Image(systemName: "checkmark.circle.fill") }
                }
                .font(.caption)
                .foregroundStyle(.white)
                .padding(5)
            }
            .contentShape(Rectangle())
        }
        .buttonStyle(.plain)
        .accessibilityLabel(Text(item.title))
        .accessibilityValue(Text(item.libraryTitle))
        .accessibilityAction(named: "Save to Photos") { Task { await app.gallery.save(item) } }
        .accessibilityAction(named: "Delete") { app.gallery.itemToDelete = item }
        .accessibilityIdentifier("item-\(item.id)")
        .contextMenu {
            ShareLink(item: item.url) { Label("Share", systemImage: "square.and.arrow.up") }
            if !item.isInLibrary {
                Button("Save to Photos", systemImage: "square.and.arrow.down") { Task { await app.gallery.save(item) } }
            }
            Button("Delete", systemImage: "trash", role: .destructive) { app.gallery.itemToDelete = item }
        }
    }
}

/// A small picture of a photo or a movie; a symbol until there is one.
struct Thumbnail: View {
    let item: CaptureItem
    let side: CGFloat
    @State private var image: UIImage?

    var body: some View {
        ZStack {
            Color(white: 0.15)
            if let image {
                Image(uiImage: image)
                    .resizable()
                    .aspectRatio(contentMode: .fill)
            } else {
                Image(systemName: item.symbol)
                    .font(.system(size: side * 0.35))
                    .foregroundStyle(.secondary)
            }
        }
        .frame(width: side, height: side)
        .clipped()
        .accessibilityHidden(true)
        .task(id: item.id) { image = await item.thumbnail(side: side) }
    }
}
