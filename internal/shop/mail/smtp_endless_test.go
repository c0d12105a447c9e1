package mail_test

import (
	"errors"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"storefront/internal/shop/mail"
)

// endless is a server that sends a greeting and then one line over and over, to each client.
type endless struct {
	net.Listener
	mu   sync.Mutex
	said int // bytes
}

func newEndless(t *testing.T, hello, chunk string) *endless {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &endless{Listener: l}
	var talks sync.WaitGroup
	t.Cleanup(func() {
		_ = l.Close()
		talks.Wait()
	})
	talks.Go(func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			talks.Go(func() { s.serveConn(c, hello, strings.Repeat(chunk, 1000)) })
		}
	})
	return s
}

func (s *endless) serveConn(c net.Conn, hello, chunk string) {
	defer c.Close()
	_ = c.SetDeadline(time.Now().Add(testTimeout))
	for text := hello; ; text = chunk {
		n, err := c.Write([]byte(text))
		s.mu.Lock()
		s.said += n
		s.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// maxRead is more than a client takes, with all the buffers between it and the server.
const maxRead = 32 << 20

func TestEndlessSMTPResponseIsAborted(t *testing.T) {
	for name, text := range map[string][2]string{
		"an endless banner line":                {"220 ", "welcome "},
		"endless banner lines":                  {"220-hello\r\n", "220-welcome\r\n"},
		"endless lines of the response to EHLO": {"220 hello\r\n", "250-SIZE\r\n"},
		"binary noise":                          {"", "\x00\xff"},
	} {
		for _, how := range []mail.TLS{mail.NoTLS, mail.Opportunistic, mail.Implicit} {
			t.Run(name+", TLS "+string(how), func(t *testing.T) {
				server := newEndless(t, text[0], text[1])
				transport, err := mail.NewSMTP(mail.SMTPConfig{
					Host: "127.0.0.1", Port: server.Addr().(*net.TCPAddr).Port, TLS: how, Timeout: 2 * time.Second,
				})
				if err != nil {
					t.Fatal(err)
				}
				if err := send(t, transport, "order_confirmed", "en"); err == nil || errors.Is(err, mail.ErrRefused) {
					t.Errorf("the mail is not tried again: %v", err)
				}
				server.mu.Lock()
				defer server.mu.Unlock()
				if server.said > maxRead {
					t.Errorf("%d MB were heard", server.said>>20)
				}
			})
		}
	}
}
