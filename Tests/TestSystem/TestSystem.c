#define _GNU_SOURCE
#define _DARWIN_C_SOURCE
#include "TestSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

int test_open_terminal(int columns, int rows, int *master, int *slave, char *path, int size) {
  *master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (*master < 0 || grantpt(*master) != 0 || unlockpt(*master) != 0) return errno;
  fcntl(*master, F_SETFD, FD_CLOEXEC);
  if (ptsname_r(*master, path, size) != 0) return errno;
  *slave = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (*slave < 0) return errno;
  struct termios modes;
  tcgetattr(*slave, &modes);
  modes.c_oflag &= ~(tcflag_t)OPOST;
  modes.c_lflag &= ~(tcflag_t)ECHO;
  tcsetattr(*slave, TCSANOW, &modes);
  struct winsize window = {.ws_row = rows, .ws_col = columns};
  return ioctl(*slave, TIOCSWINSZ, &window) == 0 ? 0 : errno;
}

int test_spawn(
  pid_t *child, const char *folder, char *const *arguments, char *const *environment,
  const char *const *streams, int is_terminal) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  // Whoever runs the tests may ignore these, a thread of theirs may block them, and children inherit both.
  sigset_t defaults;
  sigemptyset(&defaults);
  sigaddset(&defaults, SIGINT);
  sigaddset(&defaults, SIGQUIT);
  sigaddset(&defaults, SIGHUP);
  sigaddset(&defaults, SIGPIPE);
  posix_spawnattr_setsigdefault(&attributes, &defaults);
  sigset_t none;
  sigemptyset(&none);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setflags(
    &attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | (is_terminal ? POSIX_SPAWN_SETSID : 0));
  posix_spawn_file_actions_addchdir_np(&actions, folder);
  for (int stream = 0; stream < 3; stream++) {
    int flags = is_terminal ? O_RDWR : stream == 0 ? O_RDONLY : O_WRONLY | O_CREAT;
    posix_spawn_file_actions_addopen(&actions, stream, streams[stream], flags, 0600);
  }
  int result = posix_spawn(child, arguments[0], &actions, &attributes, arguments, environment);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return result;
}
