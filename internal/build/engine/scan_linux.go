package engine

import (
	"encoding/binary"
	"io/fs"
	"os"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// changeTime returns when a file was last changed, in any way.
func changeTime(info fs.FileInfo) int64 {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return s.Ctim.Nano()
	}
	return 0
}

// folderChangeTime returns when the list of files of a folder in dir last changed. It returns zero if the folder has
// subfolders, since their lists have times of their own.
func folderChangeTime(dir *os.File, folder string) int64 {
	var s unix.Stat_t
	if lstat(dir, folder, &s) != nil || s.Mode&unix.S_IFMT != unix.S_IFDIR || s.Nlink != 2 {
		return 0
	}
	return s.Ctim.Nano()
}

// lstat returns the stat of a path in an open folder, so that the system need not look up the folders above it.
func lstat(dir *os.File, path string, s *unix.Stat_t) error {
	return unix.Fstatat(int(dir.Fd()), path, s, unix.AT_SYMLINK_NOFOLLOW)
}

// isFolderUnchanged reports whether a folder in dir still has the change time changed, and its files, or the targets of
// its links, have the stats of group.
func isFolderUnchanged(dir *os.File, folder string, changed int64, group string) bool {
	if folderChangeTime(dir, folder) != changed {
		return false
	}
	var s unix.Stat_t
	for len(group) > 0 {
		name, stat, _ := strings.Cut(group, "\x00")
		path := folder + "/" + name
		if lstat(dir, path, &s) != nil || s.Mode&unix.S_IFMT == unix.S_IFLNK &&
			unix.Fstatat(int(dir.Fd()), path, &s, 0) != nil || s.Mode&unix.S_IFMT != unix.S_IFREG {
			return false
		}
		number := func(at int) int64 { return int64(binary.LittleEndian.Uint64([]byte(stat[at : at+8]))) }
		if s.Size != number(0) || s.Mtim.Nano() != number(8) || s.Ctim.Nano() != number(16) {
			return false
		}
		group = stat[statLength:]
	}
	return true
}
