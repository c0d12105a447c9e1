package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"storefront/internal/lib/cli"
	"storefront/internal/lib/termtable"
)

var errNothingDone = errors.New("nothing was done")

// confirm asks for confirmation of an act, unless --yes is set.
func (o *operator) confirm(c *cobra.Command, question string) error {
	if o.yes {
		return nil
	}
	reply, err := o.prompt(c, termtable.Printable(question)+" Type yes to go on: ",
		func() (string, error) { return readLine(c.InOrStdin()) })
	if errors.Is(err, io.EOF) {
		_, _ = fmt.Fprintln(o.stderr)
		return errNothingDone
	}
	if err != nil {
		return err
	}
	if strings.TrimSpace(reply) != "yes" {
		return errNothingDone
	}
	return nil
}

// readPassword reads a password: a line of standard input, or typed twice at the terminal without echo.
func (o *operator) readPassword(c *cobra.Command) (string, error) {
	f, isFile := c.InOrStdin().(*os.File)
	if !isFile || !term.IsTerminal(int(f.Fd())) {
		line, err := readLine(c.InOrStdin())
		if errors.Is(err, io.EOF) {
			err = cli.Usage(errors.New("the password is read from standard input, which is empty"))
		}
		return line, err
	}
	state, err := term.GetState(int(f.Fd()))
	if err != nil {
		return "", err
	}
	defer func() { _ = term.Restore(int(f.Fd()), state) }() // restores the echo after an interruption, too
	readHidden := func() (string, error) {
		text, err := term.ReadPassword(int(f.Fd()))
		_, _ = fmt.Fprintln(o.stderr)
		return string(text), err
	}
	first, err := o.prompt(c, "New password: ", readHidden)
	if err != nil {
		return "", err
	}
	again, err := o.prompt(c, "Once more: ", readHidden)
	if err == nil && again != first {
		err = errors.New("the two passwords differ; nothing was done")
	}
	return first, err
}

// prompt prints a prompt and waits for input, or until the command is interrupted.
func (o *operator) prompt(c *cobra.Command, prompt string, read func() (string, error)) (string, error) {
	_, _ = fmt.Fprint(o.stderr, prompt)
	type reply struct {
		text string
		err  error
	}
	replies := make(chan reply, 1)
	go func() {
		text, err := read()
		replies <- reply{text, err}
	}()
	select {
	case r := <-replies:
		return r.text, r.err
	case <-c.Context().Done():
		_, _ = fmt.Fprintln(o.stderr)
		return "", errNothingDone
	}
}

// readLine reads one line and no further bytes, which another question may need. Without a line it returns io.EOF.
func readLine(in io.Reader) (string, error) {
	var line []byte
	for letter := make([]byte, 1); len(line) < maxInputBytes; {
		n, err := in.Read(letter)
		if n > 0 && letter[0] == '\n' {
			break
		}
		line = append(line, letter[:n]...)
		if errors.Is(err, io.EOF) && len(line) > 0 {
			break
		}
		if err != nil {
			return "", err
		}
	}
	return strings.TrimSuffix(string(line), "\r"), nil
}
