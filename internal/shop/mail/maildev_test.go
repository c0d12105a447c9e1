package mail_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// Maildev is a running maildev, a mail server with an API to read the mails.
type Maildev struct {
	Port int // of SMTP
	web  string
}

// Received is a mail as maildev parsed it.
type Received struct {
	ID      string
	Subject string
	HTML    string
	Text    string
	Headers map[string]any
	From    []Person
	To      []Person
	ReplyTo []Person

	Attachments []struct {
		ContentType       string
		FileName          string
		GeneratedFileName string
		Length            int
	}
}

// Person is a name and an e-mail address.
type Person struct{ Name, Address string }

// startTimeout is the timeout of starting a Node program on a slow machine.
const startTimeout = time.Minute

// StartMaildev runs maildev from the module's node_modules until the test ends. It fails the test if it is not
// installed.
func StartMaildev(t testing.TB) *Maildev {
	t.Helper()
	program := filepath.Join(moduleRoot(t), "node_modules", "maildev", "bin", "maildev")
	if _, err := os.Stat(program); err != nil {
		t.Fatalf("maildev is not installed; run npm ci first: %v", err)
	}
	m := &Maildev{Port: freePort(t)}
	web := freePort(t)
	m.web = fmt.Sprintf("http://127.0.0.1:%d", web)
	var log bytes.Buffer
	ctx, stop := context.WithCancel(context.Background())
	cmd := exec.CommandContext(ctx, "node", program, "--smtp", fmt.Sprint(m.Port), "--web", fmt.Sprint(web), "--ip",
		"127.0.0.1",
		"--web-ip", "127.0.0.1", "--mail-directory", t.TempDir())
	cmd.Stdout, cmd.Stderr = &log, &log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	t.Cleanup(func() {
		stop()
		<-ended
	})
	for deadline := time.Now().Add(startTimeout); ; time.Sleep(50 * time.Millisecond) {
		if _, err := m.get("/healthz"); err == nil {
			return m
		}
		if time.Now().After(deadline) {
			stop()
			ended <- <-ended
			t.Fatalf("maildev does not start:\n%s", log.String())
		}
	}
}

// Wait returns the received mails once there are n.
func (m *Maildev) Wait(t testing.TB, n int) []Received {
	t.Helper()
	var list []Received
	for deadline := time.Now().Add(startTimeout); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		data, err := m.get("/email")
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(data, &list); err != nil {
			t.Fatalf("%v in %s", err, data)
		}
		if len(list) >= n {
			return list
		}
	}
	t.Fatalf("%d mails have come, want %d", len(list), n)
	return nil
}

// Attachment returns an attachment of a mail.
func (m *Maildev) Attachment(t testing.TB, mail, name string) []byte {
	t.Helper()
	data, err := m.get("/email/" + mail + "/attachment/" + url.PathEscape(name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func (m *Maildev) get(path string) ([]byte, error) {
	client := http.Client{Timeout: 10 * time.Second}
	response, err := client.Get(m.web + path)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	data, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s answers %s", path, response.Status)
	}
	return data, err
}

func moduleRoot(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for ; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
	}
	t.Fatal("there is no go.mod above")
	return ""
}

func freePort(t testing.TB) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}
