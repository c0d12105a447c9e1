package mail_test

import (
	"bytes"
	"net/mail"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"storefront/internal/core/fault"
	own "storefront/internal/shop/mail"
)

func TestFolderListsTheLatestMailFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir := filepath.Join(t.TempDir(), "mail")
		if list, err := own.List(dir); err != nil || len(list) > 0 {
			t.Fatalf("a folder that there is not holds %v (%v)", list, err)
		}
		for _, letter := range []string{"order_received", "order_confirmed"} {
			time.Sleep(time.Millisecond)
			if err := send(t, own.Folder{Dir: dir}, letter, "ar"); err != nil {
				t.Fatal(err)
			}
		}
		list, err := own.List(dir)
		if err != nil || len(list) != 2 {
			t.Fatalf("%v, %v", list, err)
		}
		latest := list[0]
		if latest.Subject != "دروب: تأكّد حجزك K7M29QXT" || latest.To != "zoe@post.example" ||
			!latest.SentAt.Equal(noon) {
			t.Errorf("the latest is %+v", latest)
		}
		if latest.Name != "20000101T000000.002000Z-order_confirmed-notice7.eml" {
			t.Errorf("the latest is called %s", latest.Name)
		}
		data, err := own.Read(dir, latest.Name)
		if err != nil {
			t.Fatal(err)
		}
		if message, err := mail.ReadMessage(bytes.NewReader(data)); err != nil ||
			!strings.HasPrefix(message.Header.Get("Content-Type"), "multipart/mixed") {
			t.Errorf("the file is no mail: %v", err)
		}
		if entries, _ := os.ReadDir(dir); len(entries) != 2 {
			t.Errorf("the folder holds %v", entries)
		}
		info, err := os.Stat(filepath.Join(dir, latest.Name))
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("others may read it: %v, %v", info.Mode(), err)
		}
	})
}

func TestFilesOutsideTheFolderAreNotRead(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "secret.eml"), []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	inner := filepath.Join(dir, "mail")
	if err := os.Mkdir(inner, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"../secret.eml", "", ".", "none.eml", "/etc/passwd", inner + "/../secret.eml"} {
		if _, err := own.Read(inner, name); !fault.Is(err, fault.NotFound) {
			t.Errorf("%q: %v", name, err)
		}
	}
}

// A folder on a full or missing disk takes nothing, and the mail is tried again.
func TestUnwritableFolderIsAnError(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := send(t, own.Folder{Dir: filepath.Join(file, "mail")}, "password_reset", "en"); err == nil {
		t.Error("the mail counts as sent")
	}
}
