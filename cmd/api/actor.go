package main

import (
	"cmp"
	"os"
	"os/user"
)

// actor returns the name of whoever runs a command: of root by sudo, the user before.
func actor() string {
	if u, err := user.Current(); err == nil {
		return cmp.Or(os.Getenv("SUDO_USER"), u.Username)
	}
	return os.Getenv("SUDO_USER")
}
