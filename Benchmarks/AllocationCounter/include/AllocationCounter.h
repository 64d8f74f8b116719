#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H
#include <stdint.h>

/// Heap allocations made by this process since it started, on all threads.
uint64_t allocation_count(void);

#endif
