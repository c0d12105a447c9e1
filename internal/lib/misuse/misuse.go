// Package misuse marks the errors of a command line or of settings that cannot be understood, such as a name that does
// not exist. Packages that know nothing of commands return them; package cli gives them an exit status of their own.
package misuse

import "fmt"

// Error is an error of the command line or of the settings.
type Error struct{ error }

// Unwrap returns the error that is marked.
func (e Error) Unwrap() error { return e.error }

// Wrap marks an error.
func Wrap(err error) error { return Error{err} }

// Errorf returns a formatted error that is marked.
func Errorf(format string, args ...any) error { return Error{fmt.Errorf(format, args...)} }
