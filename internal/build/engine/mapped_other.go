//go:build !linux

package engine

import "os"

func mapped(file string) ([]byte, error) { return os.ReadFile(file) }
