@_exported import FoundationExtras
