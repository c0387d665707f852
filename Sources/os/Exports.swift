// On Apple's platforms `import os` brings the C library with it.
@_exported import Glibc
