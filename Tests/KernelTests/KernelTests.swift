import Testing

/// Tests against real drivers of the kernel's, one at a time, in the virtual machine that `scripts/guest` starts.
@Suite("The kernel's drivers", .serialized)
struct KernelTests {}
