package engine

import (
	"encoding/binary"
	"strings"
	"syscall"
)

// changeOf returns when the list of files of a folder was last changed, or zero: that of a folder with folders in it is
// not the only one.
func changeOf(folder string) int64 {
	var s syscall.Stat_t
	if syscall.Lstat(folder, &s) != nil || s.Mode&syscall.S_IFMT != syscall.S_IFDIR || s.Nlink != 2 {
		return 0
	}
	return s.Ctim.Nano()
}

// stands reports whether the list of files of a folder is as old as it was, and its files are those of a group.
func stands(folder string, changed int64, group string) bool {
	if changeOf(folder) != changed {
		return false
	}
	var s syscall.Stat_t
	for len(group) > 0 {
		name, stat, _ := strings.Cut(group, "\x00")
		if syscall.Lstat(folder+"/"+name, &s) != nil || s.Mode&syscall.S_IFMT != syscall.S_IFREG {
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
