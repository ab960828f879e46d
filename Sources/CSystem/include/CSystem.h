// The C library's calls that Swift's Glibc module does not declare, as one-line wrappers.
#ifndef TJ_CSYSTEM_H
#define TJ_CSYSTEM_H

#include <stddef.h>

/// The first occurrence of `needle` in `haystack`, or NULL.
const void *tj_memmem(const void *haystack, size_t haystack_length, const void *needle, size_t needle_length);

#endif
