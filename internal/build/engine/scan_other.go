//go:build !linux

package engine

import (
	"io/fs"
	"os"
)

// changeTime returns zero: the time of the last modification has to show every edit.
func changeTime(fs.FileInfo) int64 { return 0 }

// folderChangeTime returns zero: every folder is listed.
func folderChangeTime(*os.File, string) int64 { return 0 }

func isFolderUnchanged(*os.File, string, int64, string) bool { return false }
