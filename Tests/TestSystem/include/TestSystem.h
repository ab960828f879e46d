// What tests need of the system and Swift's C modules do not declare.
#ifndef TJ_TEST_SYSTEM_H
#define TJ_TEST_SYSTEM_H

#include <sys/types.h>

/// Opens a new terminal without echo and without output processing; both ends, and the path for programs.
/// 0, or an errno.
int test_open_terminal(int columns, int rows, int *master, int *slave, char *path, int size);

/// Starts a program in `folder`, its three standard streams at `streams`; 0, or an errno.
/// With `is_terminal` they are a terminal, which becomes the program's own.
int test_spawn(
  pid_t *child, const char *folder, char *const *arguments, char *const *environment,
  const char *const *streams, int is_terminal);

#endif
