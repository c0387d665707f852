// As on Apple's platforms, who imports this module has what it stands on.
@_exported import CoreMedia
@_exported import Foundation
