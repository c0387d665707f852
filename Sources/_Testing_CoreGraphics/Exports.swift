// What Swift Testing imports in place of CoreGraphics in files that import both: its cross-import overlay, which the toolchain has for
// Apple's platforms only. SwiftPM turns such overlays on for tests, so a test that imports CoreGraphics would not compile without it.
// Attaching images to tests, which the overlay is for, is not possible here.
@_exported import CoreGraphics
