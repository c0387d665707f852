// Apple's Core Graphics brings Foundation's geometry with it; affine transforms and Core Foundation's names are FoundationExtras'.
@_exported import Foundation
@_exported import FoundationExtras
