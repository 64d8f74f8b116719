#include "AllocationCounter.h"
#include <stdatomic.h>
#include <stddef.h>

static _Atomic uint64_t count;

uint64_t allocation_count(void) { return atomic_load_explicit(&count, memory_order_relaxed); }

#if defined(__linux__) && defined(__GLIBC__)
// An executable's own malloc takes the place of glibc's for the whole process, the Swift runtime included.
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static void counted(void) { atomic_fetch_add_explicit(&count, 1, memory_order_relaxed); }

void *malloc(size_t size) { counted(); return __libc_malloc(size); }
void *calloc(size_t n, size_t size) { counted(); return __libc_calloc(n, size); }
void *realloc(void *p, size_t size) { counted(); return __libc_realloc(p, size); }
void *aligned_alloc(size_t alignment, size_t size) { counted(); return __libc_memalign(alignment, size); }
int posix_memalign(void **out, size_t alignment, size_t size) {
  counted();
  *out = __libc_memalign(alignment, size);
  return *out ? 0 : 12;
}
#endif

#if defined(__APPLE__)
// The allocator's own logging hook: called for every event; bit 1 of the type marks an allocation.
extern void (*malloc_logger)(uint32_t type, uintptr_t a, uintptr_t b, uintptr_t c, uintptr_t result, uint32_t skip);
static void logged(uint32_t type, uintptr_t a, uintptr_t b, uintptr_t c, uintptr_t result, uint32_t skip) {
  if (type & 2) atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
}
__attribute__((constructor)) static void install(void) { malloc_logger = logged; }
#endif
