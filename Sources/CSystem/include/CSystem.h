// The C library's calls that Swift's C modules do not declare, or declare differently from system
// to system, as one-line wrappers; those for files return -errno where they fail. And a search and a count,
// as Swift cannot compile a function both for all processors and for those with wider vectors.
#ifndef TJ_CSYSTEM_H
#define TJ_CSYSTEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The first occurrence of `needle` in `haystack`, or NULL.
const void *tj_memmem(const void *haystack, size_t haystack_length, const void *needle, size_t needle_length);

/// The last `byte` among `count` bytes, or NULL.
const void *tj_memrchr(const void *bytes, int byte, size_t count);

/// A letter, perhaps beside another one, as bytes that are compared with many at a time.
struct tj_letter {
  /// A byte is the letter if `byte | letter_case` is `letter`.
  uint8_t letter, letter_case;
  /// The same for the byte beside it, at `offset`: -1, 1, or 0 where none is looked at.
  uint8_t beside, beside_case;
  int8_t offset;
  /// A byte beside it that is less than this, as a signed one, may be a part of the other letter, too.
  int8_t beside_limit;
  /// Bytes that begin another form of the letter: two ranges, each by its first byte and its length less 128.
  uint8_t lead_start[2];
  int8_t lead_length[2];
};

/// The offset of the first 64 bytes, from `start` on in steps of 64, that have the letter, and where it stands in them,
/// bit by bit; where less than 65 bytes are left, their offset and no bit. The bytes around each one are read, too.
size_t tj_find_letter(const uint8_t *bytes, size_t start, size_t end, const struct tj_letter *letter, uint64_t *hits);

/// How many words there are: runs of bytes above the space, as `wc -w` counts in a text of UTF-8, and
/// whether there is a `#`.
size_t tj_count_words(const uint8_t *bytes, size_t count, bool *has_hash);

/// Where the ASCII letters, digits, `_` and `-` begin with which the bytes end.
size_t tj_name_start(const uint8_t *bytes, size_t count);

/// Lets the process keep up to 16 MB of freed memory, rather than give each buffer of some 100 kB back to the
/// system and ask for it anew; nothing where the allocator cannot be told.
void tj_keep_freed_memory(void);

/// Lets the system give memory of several megabytes, all of which will be written now, in large pages: asking for
/// it in small ones takes longer than to fill it.
void tj_fill_soon(void *start, size_t count);

/// As `tj_fill_soon`, and waits until the memory is there.
void tj_fill_now(void *start, size_t count);

/// What `stat` tells about a file, in types that are the same on every system.
struct tj_status {
  uint64_t device;
  uint64_t inode;
  uint64_t links;
  int64_t size;
  int64_t modified_seconds;
  int64_t changed_seconds;
  uint32_t modified_nanoseconds;
  uint32_t changed_nanoseconds;
  uint32_t mode;
  uint32_t user;
  uint32_t group;
};

/// Flags of `tj_rename`.
enum { TJ_RENAME_EXCHANGE = 1, TJ_RENAME_NO_REPLACE = 2 };

int tj_open_at(int folder, const char *path, int flags, unsigned mode);
/// Opens a path that no symbolic link takes part in and that does not leave `folder`; -ENOSYS where that cannot be asked.
int tj_open_beneath(int folder, const char *path, int flags, unsigned mode);
long tj_read(int file, void *bytes, size_t count);
long tj_write(int file, const void *bytes, size_t count);
long tj_read_at(int file, void *bytes, size_t count, int64_t offset);
long tj_write_at(int file, const void *bytes, size_t count, int64_t offset);
int64_t tj_position(int file);
int tj_sync(int file);
int tj_close(int file);
int tj_truncate(int file, int64_t size);
int tj_change_mode(int file, unsigned mode);
/// Changes owner and group; UINT32_MAX leaves one as it is.
int tj_change_owner(int file, unsigned user, unsigned group);
/// Takes the exclusive lock of an open file without waiting; -EWOULDBLOCK where another has it.
int tj_lock(int file);
/// Whether anybody has the file, open here for reading only, open for writing: 1 or 0, -errno where the system does not tell.
int tj_is_written(int file);
int tj_status_of(int file, struct tj_status *result);
/// The status of a name itself: a symbolic link is not followed.
int tj_status_at(int folder, const char *name, struct tj_status *result);
int tj_make_folder(int folder, const char *name, unsigned mode);
int tj_remove(int folder, const char *name);
int tj_link(int old_folder, const char *old_name, int new_folder, const char *new_name);
int tj_rename(int old_folder, const char *old_name, int new_folder, const char *new_name, unsigned flags);
/// Writes the path without symbolic links, ended by NUL, into `resolved` (at least 4096 bytes).
int tj_real_path(const char *path, char *resolved, size_t size);
long tj_list_attributes(int file, char *names, size_t size);
long tj_get_attribute(int file, const char *name, void *value, size_t size);
int tj_set_attribute(int file, const char *name, const void *value, size_t size);
int tj_remove_attribute(int file, const char *name);
/// Opens `folder` for listing; NULL and `*error` set where it fails. The descriptor stays the caller's.
void *tj_listing_open(int folder, int *error);
/// The next name, its length and its d_type; 1 for one, 0 at the end, -errno where it fails.
int tj_listing_next(void *listing, const char **name, size_t *length, unsigned *kind);
void tj_listing_close(void *listing);
/// A pipe that no program inherits: the end that is read and that which is written.
int tj_pipe(int ends[2]);
void tj_pause(int64_t nanoseconds);

/// From now on SIGINT, SIGTERM and SIGHUP interrupt a blocking call instead of ending the process.
void tj_catch_interrupts(void);

/// Ends what `tj_catch_interrupts` began.
void tj_release_interrupts(void);

/// Whether `file` has something to read, or has ended: 1 or 0; waits for it where `waits`. -EINTR where a signal was caught.
int tj_await_input(int file, int waits);

/// Waits for a child process to end; -EINTR where a signal was caught before.
int tj_await_child(int child, int *status);

/// The number of the signal that was caught since then; 0 where there was none.
int tj_caught_interrupt(void);

#endif
