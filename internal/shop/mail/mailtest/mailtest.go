// Package mailtest runs a mail server for tests, which misbehaves on demand.
package mailtest

import (
	"bufio"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/mail"
	"strings"
	"sync"
	"testing"
)

// Behaviour selects the answers of a Server.
type Behaviour string

const (
	Accept  Behaviour = "accepts"                     // and stores mails
	Refuse  Behaviour = "refuses connections"         // the port is closed
	Mute    Behaviour = "says nothing"                // accepts connections and does not answer
	Stall   Behaviour = "hangs before the last word"  // reads a mail and does not answer
	Later   Behaviour = "answers 451 to recipients"   // temporary
	Full    Behaviour = "answers 452 to mails"        // temporary
	Unknown Behaviour = "answers 550 to recipients"   // permanent
	Rude    Behaviour = "hangs up after taking mails" // without waiting for QUIT
)

// Server is an SMTP server on a port of 127.0.0.1.
type Server struct {
	port int

	mu        sync.Mutex
	behaviour Behaviour
	listener  net.Listener
	open      map[net.Conn]bool
	accepted  []*mail.Message

	secret   *tls.Config // nil: the server has no TLS
	implicit bool        // TLS from the first byte
	users    []string    // those who authenticated
}

// Password is the password of all users.
const Password = "open sesame"

// New runs a server that accepts mails until the test ends.
func New(t testing.TB) *Server {
	t.Helper()
	port, err := reserve(t)
	if err != nil {
		t.Fatal(err)
	}
	s := &Server{open: map[net.Conn]bool{}, behaviour: Refuse, port: port}
	if err := s.Behave(Accept); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Behave(Refuse) })
	return s
}

// NewSecret runs a server with TLS, at once or after STARTTLS, that requires authentication. Only the returned pool
// trusts its certificate.
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

// Users returns the users who authenticated.
func (s *Server) Users() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.users...)
}

// Port returns the server's port, which no behaviour changes.
func (s *Server) Port() int { return s.port }

// Behave changes the behaviour of the server, and closes its connections.
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
		listener, err := listenBeside(s.port)
		if err != nil {
			return err
		}
		s.listener = listener
		go s.serve(listener)
	}
	s.behaviour = b
	return nil
}

// Accepted returns the mails that the server accepted, in their order.
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

// converse answers the commands of RFC 5321 that tests need.
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
			say(s.authenticate(line))
		case verb == "MAIL" && s.secret != nil && len(s.Users()) == 0:
			say("530 5.7.0 who are you?")
		case verb == "RCPT" && b == Later:
			say("451 4.3.0 come back later")
		case verb == "RCPT" && b == Unknown:
			say("550 5.1.1 nobody lives here")
		case verb == "DATA":
			say("354 go on")
			if !s.receive(in, say, b) {
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

// authenticate checks the password of AUTH PLAIN (RFC 4616).
func (s *Server) authenticate(line string) string {
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

// receive reads a mail, stores it before it acknowledges it, and reports whether the conversation goes on.
func (s *Server) receive(in *bufio.Reader, say func(line string), b Behaviour) bool {
	message, err := readMessage(in)
	if err != nil {
		return false
	}
	switch b {
	case Stall:
		_, _ = io.Copy(io.Discard, in)
		return false
	case Full:
		say("452 4.2.2 the disk is full")
		return true
	}
	s.mu.Lock()
	s.accepted = append(s.accepted, message)
	s.mu.Unlock()
	say("250 taken")
	return b != Rude
}

// readMessage reads a mail up to the line with only a dot.
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
