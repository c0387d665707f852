import PreviewServer

PreviewCommand.run { GalleryApp().app }
