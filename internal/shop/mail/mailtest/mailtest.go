// Package mailtest has mail servers for tests: one that misbehaves when it is told to, and maildev, which others have written.
package mailtest

import (
	"bufio"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/mail"
	"strings"
	"sync"
	"testing"
)

// Behaviour is what a Server does with who comes.
type Behaviour string

const (
	Accept  Behaviour = "accepts"                     // and keeps what it is given
	Refuse  Behaviour = "refuses connections"         // nobody listens
	Mute    Behaviour = "says nothing"                // a connection is taken, and that is all
	Stall   Behaviour = "hangs before the last word"  // a mail is listened to and then neither taken nor refused
	Later   Behaviour = "answers 451 to recipients"   // try again
	Full    Behaviour = "answers 452 to mails"        // try again
	Unknown Behaviour = "answers 550 to recipients"   // never try again
	Rude    Behaviour = "hangs up after taking mails" // and does not wait for QUIT
)

// Server speaks SMTP on a port of 127.0.0.1.
type Server struct {
	port int

	mu        sync.Mutex
	behaviour Behaviour
	listener  net.Listener
	open      map[net.Conn]bool
	accepted  []*mail.Message

	secret   *tls.Config // nil where the server cannot
	implicit bool        // from the first byte
	users    []string    // who has shown a password
}

// Password is what the server takes from anybody.
const Password = "open sesame"

// New starts a server that accepts mails, until the test ends.
func New(t testing.TB) *Server {
	t.Helper()
	s := &Server{open: map[net.Conn]bool{}, behaviour: Refuse}
	if err := s.Behave(Accept); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Behave(Refuse) })
	return s
}

// NewSecret starts a server that speaks TLS, at once or after STARTTLS, and wants to know who sends. Its certificate is one
// that only the returned pool trusts.
func NewSecret(t testing.TB, implicit bool) (*Server, *x509.CertPool) {
	t.Helper()
	web := httptest.NewTLSServer(http.NotFoundHandler())
	t.Cleanup(web.Close)
	pool := x509.NewCertPool()
	pool.AddCert(web.Certificate())
	s := New(t)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.secret, s.implicit = &tls.Config{Certificates: web.TLS.Certificates}, implicit
	return s, pool
}

// Users are those who have shown the password.
func (s *Server) Users() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.users...)
}

// Port is the same whatever the server does.
func (s *Server) Port() int { return s.port }

// Behave has the server act otherwise from now on. Whoever is connected is cut off.
func (s *Server) Behave(b Behaviour) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for conn := range s.open {
		_ = conn.Close()
	}
	if b == Refuse && s.listener != nil {
		_ = s.listener.Close()
		s.listener = nil
	}
	if b != Refuse && s.listener == nil {
		listener, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", s.port))
		if err != nil {
			return err
		}
		s.listener, s.port = listener, listener.Addr().(*net.TCPAddr).Port
		go s.serve(listener)
	}
	s.behaviour = b
	return nil
}

// Accepted are the mails that the server has taken, in their order.
func (s *Server) Accepted() []*mail.Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]*mail.Message(nil), s.accepted...)
}

func (s *Server) serve(listener net.Listener) {
	for {
		conn, err := listener.Accept()
		if err != nil {
			return
		}
		s.mu.Lock()
		behaviour := s.behaviour
		s.open[conn] = true
		s.mu.Unlock()
		go func() {
			defer func() {
				_ = conn.Close()
				s.mu.Lock()
				delete(s.open, conn)
				s.mu.Unlock()
			}()
			s.converse(conn, behaviour)
		}()
	}
}

// converse is a conversation of RFC 5321 as far as it is needed.
func (s *Server) converse(conn net.Conn, b Behaviour) {
	secret := s.implicit
	if secret {
		conn = tls.Server(conn, s.secret)
	}
	in := bufio.NewReader(conn)
	say := func(line string) { _, _ = io.WriteString(conn, line+"\r\n") }
	if b == Mute {
		_, _ = io.Copy(io.Discard, in)
		return
	}
	say("220 mailtest")
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return
		}
		verb := strings.ToUpper(line[:min(4, len(line))])
		switch {
		case verb == "EHLO" && s.secret != nil && secret:
			say("250-mailtest\r\n250 AUTH PLAIN")
		case verb == "EHLO" && s.secret != nil:
			say("250-mailtest\r\n250 STARTTLS")
		case verb == "STAR":
			say("220 go on")
			conn, secret = tls.Server(conn, s.secret), true
			in = bufio.NewReader(conn)
		case verb == "AUTH":
			say(s.know(line))
		case verb == "MAIL" && s.secret != nil && len(s.Users()) == 0:
			say("530 5.7.0 who are you?")
		case verb == "RCPT" && b == Later:
			say("451 4.3.0 come back later")
		case verb == "RCPT" && b == Unknown:
			say("550 5.1.1 nobody lives here")
		case verb == "DATA":
			say("354 go on")
			message, err := readMessage(in)
			if err != nil {
				return
			}
			switch b {
			case Stall:
				_, _ = io.Copy(io.Discard, in)
				return
			case Full:
				say("452 4.2.2 the disk is full")
				continue
			}
			s.take(message)
			say("250 taken")
			if b == Rude {
				return
			}
		case verb == "QUIT":
			say("221 good-bye")
			return
		default:
			say("250 well")
		}
	}
}

// know checks a password that comes as RFC 4616 has it.
func (s *Server) know(line string) string {
	words := strings.Fields(line)
	data, err := base64.StdEncoding.DecodeString(words[len(words)-1])
	parts := strings.Split(string(data), "\x00")
	if err != nil || len(parts) != 3 || parts[2] != Password {
		return "535 5.7.8 no"
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.users = append(s.users, parts[1])
	return "235 2.7.0 welcome"
}

// take keeps a mail before it is acknowledged, as a server has to.
func (s *Server) take(message *mail.Message) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.accepted = append(s.accepted, message)
}

// readMessage reads up to the line with only a dot.
func readMessage(in *bufio.Reader) (*mail.Message, error) {
	var text strings.Builder
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return nil, err
		}
		if line == ".\r\n" {
			return mail.ReadMessage(strings.NewReader(text.String()))
		}
		text.WriteString(strings.TrimPrefix(line, "."))
	}
}
