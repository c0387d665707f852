// Apple's frameworks bring Foundation and Dispatch along with them; so do ours, from the lowest layer up.
@_exported import Dispatch
@_exported import Foundation
