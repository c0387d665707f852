#pragma once

/// How many blocks of memory the process has asked the heap for, in all threads, since it started.
///
/// Linking this library replaces malloc and its relatives by ones that count and pass on to the C library's: only a
/// program's own symbols can do that, Swift cannot, hence C.
unsigned long allocation_counter_read(void);

/// How many of them it has not given back.
long allocation_counter_live(void);

/// How many bytes are in those.
unsigned long allocation_counter_live_bytes(void);
