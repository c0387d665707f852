// The same with an object that has nothing to do with Apple's, in a file that imports AVFoundation as the engine does.
// expects: sending 'album' risks causing data races
@preconcurrency import AVFoundation

final class Album {
    var photos: [Int] = []
}

actor Librarian {
    func sort(_ album: Album) { album.photos.sort() }
}

func race(_ librarian: Librarian) async {
    let album = Album()
    await librarian.sort(album)
    album.photos.append(1)
}
