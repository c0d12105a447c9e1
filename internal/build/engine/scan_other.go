//go:build !linux

package engine

import "os"

// folderChangeTime returns zero: every folder is listed.
func folderChangeTime(*os.File, string) int64 { return 0 }

func isFolderUnchanged(*os.File, string, int64, string) bool { return false }
