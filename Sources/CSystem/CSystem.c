#define _GNU_SOURCE
#define _FILE_OFFSET_BITS 64
#include "CSystem.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/syscall.h>
#endif
#ifdef __GLIBC__
#include <malloc.h>
#endif

#define RESULT(call) ((call) < 0 ? -errno : 0)

static long counted(long result) { return result < 0 ? -errno : result; }

const void *tj_memmem(const void *haystack, size_t haystack_length, const void *needle, size_t needle_length) {
  return memmem(haystack, haystack_length, needle, needle_length);
}

const void *tj_memrchr(const void *bytes, int byte, size_t count) {
#ifdef __GLIBC__
  return memrchr(bytes, byte, count);
#else
  const unsigned char *start = bytes;
  while (count > 0) {
    if (start[--count] == (unsigned char)byte) return start + count;
  }
  return NULL;
#endif
}

typedef uint8_t vector __attribute__((vector_size(32)));
typedef int8_t signed_vector __attribute__((vector_size(32)));
typedef uint64_t words __attribute__((vector_size(32)));

// Processors without vectors of 32 bytes get the same function with two of 16.
#if defined(__x86_64__) && defined(__linux__)
__attribute__((target_clones("avx2", "default")))
#endif
size_t tj_find_letter(const uint8_t *bytes, size_t start, size_t end, const struct tj_letter *letter, uint64_t *hits) {
  const vector none = {0};
  const vector byte = none + letter->letter, byte_case = none + letter->letter_case;
  const vector beside = none + letter->beside, beside_case = none + letter->beside_case;
  const vector first = none + (uint8_t)(letter->lead_start[0] + 128), second = none + (uint8_t)(letter->lead_start[1] + 128);
  const signed_vector limit = (signed_vector)none + letter->beside_limit;
  const signed_vector first_length = (signed_vector)none + letter->lead_length[0];
  const signed_vector second_length = (signed_vector)none + letter->lead_length[1];
  const int offset = letter->offset;
  for (; start + 64 < end; start += 64) {
    vector found[2];
    for (int half = 0; half < 2; half++) {
      const uint8_t *position = bytes + start + 32 * half;
      vector block;
      memcpy(&block, position, sizeof block);
      vector is_letter = (vector)((block | byte_case) == byte);
      if (offset != 0) {
        vector other;
        memcpy(&other, position + offset, sizeof other);
        is_letter &= (vector)((other | beside_case) == beside) | (vector)((signed_vector)other < limit);
      }
      // Vectors are compared as signed bytes, which the shift by 128 allows for.
      found[half] = is_letter | (vector)((signed_vector)(block - first) < first_length)
                    | (vector)((signed_vector)(block - second) < second_length);
    }
    const words any = (words)(found[0] | found[1]);
    if ((any[0] | any[1] | any[2] | any[3]) == 0) continue;
    uint64_t bits = 0;
    for (int word = 0; word < 8; word++) {
      // Each of the eight products brings the lowest bit of one byte to the highest byte.
      const uint64_t ones = ((words)found[word / 4])[word % 4] & 0x0101010101010101;
      bits |= ones * 0x0102040810204080 >> 56 << (8 * word);
    }
    *hits = bits;
    return start;
  }
  *hits = 0;
  return start;
}

typedef uint16_t pairs __attribute__((vector_size(32)));

#if defined(__x86_64__) && defined(__linux__)
__attribute__((target_clones("avx2", "default")))
#endif
size_t tj_count_words(const uint8_t *bytes, size_t count, bool *has_hash) {
  *has_hash = count > 0 && bytes[0] == '#';
  if (count == 0) return 0;
  size_t result = bytes[0] > 0x20, position = 1;
  if (count <= 32) {
    for (; position < count; position++) {
      result += bytes[position] > 0x20 && bytes[position - 1] <= 0x20;
      *has_hash |= bytes[position] == '#';
    }
    return result;
  }
  const vector none = {0};
  const vector index = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
                        16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31};
  vector hashes = none;
  while (position < count) {
    // A byte of the sums counts no further than 255.
    vector starts = none;
    for (int block = 0; block < 255 && position < count; block++, position += 32) {
      // The last block begins further back, and what was counted is left out of it.
      const size_t rest = count - position, back = rest < 32 ? 32 - rest : 0;
      vector here, before;
      memcpy(&here, bytes + position - back, sizeof here);
      memcpy(&before, bytes + position - back - 1, sizeof before);
      hashes |= (vector)(here == '#');
      starts -= (vector)(here > 0x20) & (vector)(before <= 0x20) & (vector)(index >= (uint8_t)back);
    }
    const pairs sums = ((pairs)starts & 0xff) + ((pairs)starts >> 8);
    for (int pair = 0; pair < 16; pair++) result += sums[pair];
  }
  const words any = (words)hashes;
  *has_hash |= (any[0] | any[1] | any[2] | any[3]) != 0;
  return result;
}

size_t tj_name_start(const uint8_t *bytes, size_t count) {
  static const uint8_t named[256] = {
      ['0' ... '9'] = 1, ['A' ... 'Z'] = 1, ['a' ... 'z'] = 1, ['_'] = 1, ['-'] = 1};
  while (count > 0 && named[bytes[count - 1]]) count--;
  return count;
}

void tj_keep_freed_memory(void) {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, 4 << 20);
  mallopt(M_TRIM_THRESHOLD, 16 << 20);
#endif
}

// Advises the system about the large pages that lie whole in a buffer.
static inline void advise(void *start, size_t count, int advice) {
  const size_t page = 1 << 21;
  if (count < 2 * page) return;
  uintptr_t first = ((uintptr_t)start + page - 1) & ~(page - 1);
  uintptr_t end = ((uintptr_t)start + count) & ~(page - 1);
  if (first < end) madvise((void *)first, end - first, advice);
}

void tj_fill_soon(void *start, size_t count) {
#ifdef MADV_HUGEPAGE
  advise(start, count, MADV_HUGEPAGE);
#endif
}

void tj_fill_now(void *start, size_t count) {
  tj_fill_soon(start, count);
#ifdef MADV_POPULATE_WRITE
  advise(start, count, MADV_POPULATE_WRITE);
#endif
}

int tj_open_at(int folder, const char *path, int flags, unsigned mode) {
  return (int)counted(openat(folder, path, flags | O_CLOEXEC, (mode_t)mode));
}

int tj_open_beneath(int folder, const char *path, int flags, unsigned mode) {
#if defined(SYS_openat2)
  // struct open_how of <linux/openat2.h>: RESOLVE_NO_SYMLINKS is 4, RESOLVE_BENEATH is 8.
  struct {
    uint64_t flags, mode, resolve;
  } how = {(uint64_t)(unsigned)(flags | O_CLOEXEC), flags & O_CREAT ? mode : 0, 4 | 8};
  return (int)counted(syscall(SYS_openat2, folder, path, &how, sizeof how));
#elif defined(O_NOFOLLOW_ANY)
  return (int)counted(openat(folder, path, flags | O_CLOEXEC | O_NOFOLLOW_ANY, (mode_t)mode));
#else
  return -ENOSYS;
#endif
}

long tj_read(int file, void *bytes, size_t count) { return counted(read(file, bytes, count)); }

long tj_write(int file, const void *bytes, size_t count) { return counted(write(file, bytes, count)); }

long tj_read_at(int file, void *bytes, size_t count, int64_t offset) {
  return counted(pread(file, bytes, count, offset));
}

long tj_write_at(int file, const void *bytes, size_t count, int64_t offset) {
  return counted(pwrite(file, bytes, count, offset));
}

int64_t tj_position(int file) {
  off_t position = lseek(file, 0, SEEK_CUR);
  return position < 0 ? -errno : position;
}

int tj_sync(int file) {
#ifdef F_FULLFSYNC
  // macOS: fsync leaves the bytes in the drive's cache; where the file system has no full sync, fsync is all there is.
  if (fcntl(file, F_FULLFSYNC) == 0) return 0;
  if (errno != ENOTSUP && errno != EINVAL && errno != ENOTTY) return -errno;
#endif
  return RESULT(fsync(file));
}

int tj_close(int file) { return RESULT(close(file)); }

int tj_truncate(int file, int64_t size) { return RESULT(ftruncate(file, size)); }

int tj_change_mode(int file, unsigned mode) { return RESULT(fchmod(file, (mode_t)mode)); }

int tj_change_owner(int file, unsigned user, unsigned group) { return RESULT(fchown(file, user, group)); }

int tj_lock(int file) { return RESULT(flock(file, LOCK_EX | LOCK_NB)); }

static int fill(int result, const struct stat *status, struct tj_status *filled) {
  if (result < 0) return -errno;
#ifdef __APPLE__
  struct timespec modified = status->st_mtimespec, changed = status->st_ctimespec;
#else
  struct timespec modified = status->st_mtim, changed = status->st_ctim;
#endif
  *filled = (struct tj_status){
      .device = (uint64_t)status->st_dev,
      .inode = (uint64_t)status->st_ino,
      .links = (uint64_t)status->st_nlink,
      .size = (int64_t)status->st_size,
      .modified_seconds = modified.tv_sec,
      .changed_seconds = changed.tv_sec,
      .modified_nanoseconds = (uint32_t)modified.tv_nsec,
      .changed_nanoseconds = (uint32_t)changed.tv_nsec,
      .mode = status->st_mode,
      .user = status->st_uid,
      .group = status->st_gid,
  };
  return 0;
}

int tj_status_of(int file, struct tj_status *result) {
  struct stat status;
  return fill(fstat(file, &status), &status, result);
}

int tj_is_written(int file) {
#ifdef F_SETLEASE
  // A lease for reading is refused as long as there is a writer. Were it broken in the moment that it
  // lasts, SIGURG would tell, which is ignored, and not SIGIO, which ends the process.
  if (fcntl(file, F_SETSIG, SIGURG) < 0 || fcntl(file, F_SETLEASE, F_RDLCK) < 0) return errno == EAGAIN ? 1 : -errno;
  fcntl(file, F_SETLEASE, F_UNLCK);
  return 0;
#else
  return -ENOSYS;
#endif
}

int tj_status_at(int folder, const char *name, struct tj_status *result) {
  struct stat status;
  return fill(fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW), &status, result);
}

int tj_make_folder(int folder, const char *name, unsigned mode) { return RESULT(mkdirat(folder, name, (mode_t)mode)); }

int tj_remove(int folder, const char *name) { return RESULT(unlinkat(folder, name, 0)); }

int tj_link(int old_folder, const char *old_name, int new_folder, const char *new_name) {
  return RESULT(linkat(old_folder, old_name, new_folder, new_name, 0));
}

int tj_rename(int old_folder, const char *old_name, int new_folder, const char *new_name, unsigned flags) {
  if (flags == 0) return RESULT(renameat(old_folder, old_name, new_folder, new_name));
#if defined(__APPLE__)
  unsigned native = flags == TJ_RENAME_EXCHANGE ? RENAME_SWAP : RENAME_EXCL;
  return RESULT(renameatx_np(old_folder, old_name, new_folder, new_name, native));
#elif defined(SYS_renameat2)
  // RENAME_NOREPLACE is 1 and RENAME_EXCHANGE is 2 on Linux.
  unsigned native = flags == TJ_RENAME_EXCHANGE ? 2 : 1;
  return RESULT(syscall(SYS_renameat2, old_folder, old_name, new_folder, new_name, native));
#else
  return -ENOSYS;
#endif
}

int tj_real_path(const char *path, char *resolved, size_t size) {
  char *found = realpath(path, NULL);
  if (found == NULL) return -errno;
  size_t length = strlen(found);
  if (length < size) memcpy(resolved, found, length + 1);
  free(found);
  return length < size ? 0 : -ENAMETOOLONG;
}

#ifdef __APPLE__
long tj_list_attributes(int file, char *names, size_t size) { return counted(flistxattr(file, names, size, 0)); }

long tj_get_attribute(int file, const char *name, void *value, size_t size) {
  return counted(fgetxattr(file, name, value, size, 0, 0));
}

int tj_set_attribute(int file, const char *name, const void *value, size_t size) {
  return RESULT(fsetxattr(file, name, value, size, 0, 0));
}

int tj_remove_attribute(int file, const char *name) { return RESULT(fremovexattr(file, name, 0)); }
#else
long tj_list_attributes(int file, char *names, size_t size) { return counted(flistxattr(file, names, size)); }

long tj_get_attribute(int file, const char *name, void *value, size_t size) {
  return counted(fgetxattr(file, name, value, size));
}

int tj_set_attribute(int file, const char *name, const void *value, size_t size) {
  return RESULT(fsetxattr(file, name, value, size, 0));
}

int tj_remove_attribute(int file, const char *name) { return RESULT(fremovexattr(file, name)); }
#endif

void *tj_listing_open(int folder, int *error) {
  // A descriptor of its own: closedir closes it, and its position is not shared.
  int own = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *listing = own < 0 ? NULL : fdopendir(own);
  if (listing != NULL) return listing;
  *error = errno;
  if (own >= 0) close(own);
  return NULL;
}

int tj_listing_next(void *listing, const char **name, size_t *length, unsigned *kind) {
  errno = 0;
  struct dirent *entry = readdir(listing);
  if (entry == NULL) return errno == 0 ? 0 : -errno;
  *name = entry->d_name;
  *length = strlen(entry->d_name);
  *kind = entry->d_type;
  return 1;
}

void tj_listing_close(void *listing) { closedir(listing); }

int tj_pipe(int ends[2]) {
#ifdef __APPLE__
  if (pipe(ends) < 0) return -errno;
  for (int end = 0; end < 2; end++) fcntl(ends[end], F_SETFD, FD_CLOEXEC);
  return 0;
#else
  return RESULT(pipe2(ends, O_CLOEXEC));
#endif
}

void tj_pause(int64_t nanoseconds) {
  struct timespec time = {nanoseconds / 1000000000, nanoseconds % 1000000000};
  nanosleep(&time, NULL);
}

static volatile sig_atomic_t caught_interrupt = 0;

static void note_interrupt(int number) { caught_interrupt = number; }

static const int interrupts[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
enum { interrupt_count = sizeof interrupts / sizeof *interrupts };
static struct sigaction saved_actions[interrupt_count];

static int catching = 0;

void tj_catch_interrupts(void) {
  if (catching) return;
  caught_interrupt = 0;
  catching = 1;
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = note_interrupt;
  sigemptyset(&action.sa_mask);
  for (int index = 0; index < interrupt_count; index++) {
    sigaction(interrupts[index], NULL, &saved_actions[index]);
    // A signal that the caller ignores (nohup) stays ignored.
    if (saved_actions[index].sa_handler != SIG_IGN) sigaction(interrupts[index], &action, NULL);
  }
}

void tj_release_interrupts(void) {
  if (!catching) return;
  catching = 0;
  for (int index = 0; index < interrupt_count; index++) sigaction(interrupts[index], &saved_actions[index], NULL);
}

int tj_caught_interrupt(void) { return caught_interrupt; }

#include <sys/select.h>
#include <sys/wait.h>

static void block_interrupts(sigset_t *before) {
  sigset_t blocked;
  sigemptyset(&blocked);
  for (int index = 0; index < interrupt_count; index++) sigaddset(&blocked, interrupts[index]);
  sigaddset(&blocked, SIGCHLD);
  sigprocmask(SIG_BLOCK, &blocked, before);
}

int tj_await_input(int file, int waits) {
  if (file >= FD_SETSIZE) return 1;
  // Blocked but for the wait itself, so that a signal just before it ends it too.
  sigset_t before;
  block_interrupts(&before);
  int result = -EINTR;
  if (caught_interrupt == 0) {
    fd_set files;
    FD_ZERO(&files);
    FD_SET(file, &files);
    struct timespec none = {0, 0};
    result = (int)counted(pselect(file + 1, &files, NULL, NULL, waits ? NULL : &none, &before));
  }
  sigprocmask(SIG_SETMASK, &before, NULL);
  // What cannot be waited for is read at once, and the reading tells what is wrong.
  return result < 0 && result != -EINTR ? 1 : result;
}

static void note_child(int number) { (void)number; }

int tj_await_child(int child, int *status) {
  sigset_t before;
  struct sigaction action, saved;
  memset(&action, 0, sizeof action);
  action.sa_handler = note_child;
  sigemptyset(&action.sa_mask);
  block_interrupts(&before);
  sigaction(SIGCHLD, &action, &saved);
  // Whoever started us may have left SIGCHLD blocked, and then nothing would ever end the wait.
  sigset_t waiting = before;
  sigdelset(&waiting, SIGCHLD);
  int result;
  for (;;) {
    result = (int)counted(waitpid(child, status, WNOHANG));
    if (result != 0 && result != -EINTR) break;
    if (caught_interrupt != 0) {
      result = -EINTR;
      break;
    }
    sigsuspend(&waiting);
  }
  sigaction(SIGCHLD, &saved, NULL);
  sigprocmask(SIG_SETMASK, &before, NULL);
  return result < 0 ? result : 0;
}
