package main

import (
	"cmp"
	"os"
	"os/user"
)

// actor returns the name of the user who runs a command; under sudo that is the user who called it.
func actor() string {
	if u, err := user.Current(); err == nil {
		return cmp.Or(os.Getenv("SUDO_USER"), u.Username)
	}
	return os.Getenv("SUDO_USER")
}
