// `import OSLog` brings `os` with it. DEVIATION: the log cannot be read back, so there is no `OSLogStore`.
@_exported import os
