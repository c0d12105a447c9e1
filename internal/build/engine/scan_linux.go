package engine

import (
	"encoding/binary"
	"os"
	"strings"

	"golang.org/x/sys/unix"
)

// changeOf returns when the list of files of a folder in another was last changed, or zero: that of a folder with
// folders in it is not the only one.
func changeOf(in *os.File, folder string) int64 {
	var s unix.Stat_t
	if lstat(in, folder, &s) != nil || s.Mode&unix.S_IFMT != unix.S_IFDIR || s.Nlink != 2 {
		return 0
	}
	return s.Ctim.Nano()
}

// lstat looks for a path in an open folder, so that the folders above it are not looked for each time.
func lstat(in *os.File, path string, s *unix.Stat_t) error {
	return unix.Fstatat(int(in.Fd()), path, s, unix.AT_SYMLINK_NOFOLLOW)
}

// stands reports whether the list of files of a folder in another has not changed, and its files, or the targets of its
// links, are those of a group.
func stands(in *os.File, folder string, changed int64, group string) bool {
	if changeOf(in, folder) != changed {
		return false
	}
	var s unix.Stat_t
	for len(group) > 0 {
		name, stat, _ := strings.Cut(group, "\x00")
		path := folder + "/" + name
		if lstat(in, path, &s) != nil || s.Mode&unix.S_IFMT == unix.S_IFLNK &&
			unix.Fstatat(int(in.Fd()), path, &s, 0) != nil || s.Mode&unix.S_IFMT != unix.S_IFREG {
			return false
		}
		size, modified := binary.LittleEndian.Uint64([]byte(stat[:8])), binary.LittleEndian.Uint64([]byte(stat[8:16]))
		if uint64(s.Size) != size || uint64(s.Mtim.Nano()) != modified {
			return false
		}
		group = stat[16:]
	}
	return true
}
