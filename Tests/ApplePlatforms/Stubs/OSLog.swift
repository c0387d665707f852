// What apps use of OSLog.
@_exported import os
