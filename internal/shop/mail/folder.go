package mail

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"mime"
	"net/mail"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"storefront/internal/core/fault"
)

// Folder is a Transport that stores mails as files, for a shop without a mail server.
type Folder struct{ Dir string }

const extension = ".eml"

// Send writes a mail into the folder, whole or not at all. The names of files sort by time.
func (f Folder) Send(_ context.Context, write func() (*Mail, error)) error {
	m, err := write()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(f.Dir, 0o700); err != nil {
		return err
	}
	part, err := os.CreateTemp(f.Dir, ".mail-*")
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(part.Name()) }() // fails if the file was renamed
	_, err = m.WriteTo(part)
	if err := errors.Join(err, part.Sync(), part.Close()); err != nil {
		return err
	}
	id, _, _ := strings.Cut(messageID(m.Notice.ID, ""), "@")
	name := time.Now().UTC().Format("20060102T150405.000000Z") + "-" + string(m.Notice.Kind) + "-" + id + extension
	return os.Rename(part.Name(), filepath.Join(f.Dir, name))
}

// FolderMail describes a mail in a folder.
type FolderMail struct {
	Name    string    `json:"name"`
	SentAt  time.Time `json:"sentAt"`
	To      string    `json:"to"`
	Subject string    `json:"subject"`
}

// List returns the mails of a folder, the latest first. A missing folder has none.
func List(dir string) ([]FolderMail, error) {
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	list := []FolderMail{}
	for _, entry := range slices.Backward(entries) {
		if !entry.Type().IsRegular() || !strings.HasSuffix(entry.Name(), extension) {
			continue
		}
		listed, err := describe(dir, entry.Name())
		if err != nil {
			return nil, err
		}
		list = append(list, listed)
	}
	return list, nil
}

func describe(dir, name string) (FolderMail, error) {
	data, err := Read(dir, name)
	if err != nil {
		return FolderMail{}, err
	}
	message, err := mail.ReadMessage(bytes.NewReader(data))
	if err != nil {
		return FolderMail{Name: name}, nil //nolint:nilerr // a file of another program
	}
	l := FolderMail{Name: name}
	l.SentAt, _ = message.Header.Date()
	var decoder mime.WordDecoder
	l.Subject, _ = decoder.DecodeHeader(message.Header.Get("Subject"))
	if to, err := message.Header.AddressList("To"); err == nil && len(to) > 0 {
		l.To = to[0].Address
	}
	return l, nil
}

// Read returns the content of a mail in a folder. It returns fault.NotFound for a name that List does not return.
func Read(dir, name string) ([]byte, error) {
	if name != filepath.Base(name) || !strings.HasSuffix(name, extension) {
		return nil, errNoMail
	}
	data, err := os.ReadFile(filepath.Join(dir, name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, errNoMail
	}
	return data, err
}

var errNoMail = fault.New(fault.NotFound, "There is no such mail.")
