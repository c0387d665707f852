// What Swift Testing imports in place of CoreImage in files that import both: its cross-import overlay, as _Testing_CoreGraphics is.
@_exported import CoreImage
