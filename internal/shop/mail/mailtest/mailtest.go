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
	Accept            Behaviour = "accepts"                    // and stores mails
	RefuseConnections Behaviour = "refuses connections"        // the port is closed
	Silent            Behaviour = "says nothing"               // accepts connections and does not answer
	StallAfterData    Behaviour = "hangs before the last word" // reads a mail and does not answer
	RejectTemporarily Behaviour = "answers 451 to recipients"  // temporary
	DiskFull          Behaviour = "answers 452 to mails"       // temporary
	RejectRecipient   Behaviour = "answers 550 to recipients"  // permanent
	RejectRelaying    Behaviour = "relays nothing for strangers"
	RequireSignIn     Behaviour = "answers 530 to recipients"   // of a client that has not signed in
	HangUpAfterData   Behaviour = "hangs up after taking mails" // without waiting for QUIT
)

// Server is an SMTP server on a port of 127.0.0.1.
type Server struct {
	port int

	mu        sync.Mutex
	behaviour Behaviour
	listener  net.Listener
	conns     map[net.Conn]bool
	accepted  []*mail.Message

	tlsConfig *tls.Config // nil: the server has no TLS
	implicit  bool        // TLS from the first byte
	users     []string    // those who authenticated
}

// Password is the password of all users.
const Password = "open sesame"

// New runs a server that accepts mails until the test ends.
func New(t testing.TB) *Server {
	t.Helper()
	port, err := reservePort(t)
	if err != nil {
		t.Fatal(err)
	}
	s := &Server{conns: map[net.Conn]bool{}, behaviour: RefuseConnections, port: port}
	if err := s.SetBehaviour(Accept); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.SetBehaviour(RefuseConnections) })
	return s
}

// NewTLS runs a server with TLS, at once or after STARTTLS, that requires authentication. Only the returned pool
// trusts its certificate.
func NewTLS(t testing.TB, implicit bool) (*Server, *x509.CertPool) {
	t.Helper()
	web := httptest.NewTLSServer(http.NotFoundHandler())
	t.Cleanup(web.Close)
	pool := x509.NewCertPool()
	pool.AddCert(web.Certificate())
	s := New(t)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tlsConfig, s.implicit = &tls.Config{Certificates: web.TLS.Certificates}, implicit
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

// SetBehaviour changes the behaviour of the server, and closes its connections.
func (s *Server) SetBehaviour(b Behaviour) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for conn := range s.conns {
		_ = conn.Close()
	}
	if b == RefuseConnections && s.listener != nil {
		_ = s.listener.Close()
		s.listener = nil
	}
	if b != RefuseConnections && s.listener == nil {
		listener, err := listenReserved(s.port)
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
		s.conns[conn] = true
		s.mu.Unlock()
		go func() {
			defer func() {
				_ = conn.Close()
				s.mu.Lock()
				delete(s.conns, conn)
				s.mu.Unlock()
			}()
			s.serveConn(conn, behaviour)
		}()
	}
}

// serveConn answers the commands of RFC 5321 that tests need.
func (s *Server) serveConn(conn net.Conn, b Behaviour) {
	encrypted := s.implicit
	if encrypted {
		conn = tls.Server(conn, s.tlsConfig)
	}
	in := bufio.NewReader(conn)
	reply := func(line string) { _, _ = io.WriteString(conn, line+"\r\n") }
	if b == Silent {
		_, _ = io.Copy(io.Discard, in)
		return
	}
	reply("220 mailtest")
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return
		}
		verb := strings.ToUpper(line[:min(4, len(line))])
		switch {
		case verb == "EHLO" && s.tlsConfig != nil && encrypted:
			reply("250-mailtest\r\n250 AUTH PLAIN")
		case verb == "EHLO" && s.tlsConfig != nil:
			reply("250-mailtest\r\n250 STARTTLS")
		case verb == "EHLO":
			reply("250-mailtest\r\n250 ENHANCEDSTATUSCODES")
		case verb == "STAR":
			reply("220 go on")
			conn, encrypted = tls.Server(conn, s.tlsConfig), true
			in = bufio.NewReader(conn)
		case verb == "AUTH":
			reply(s.authenticate(line))
		case verb == "MAIL" && s.tlsConfig != nil && len(s.Users()) == 0:
			reply("530 5.7.0 who are you?")
		case verb == "RCPT" && b == RejectTemporarily:
			reply("451 4.3.0 come back later")
		case verb == "RCPT" && b == RejectRecipient:
			reply("550 5.1.1 nobody lives here")
		case verb == "RCPT" && b == RejectRelaying:
			reply("554 5.7.1 relay access denied")
		case verb == "RCPT" && b == RequireSignIn:
			reply("530 authentication required")
		case verb == "DATA":
			reply("354 go on")
			if !s.receive(in, reply, b) {
				return
			}
		case verb == "QUIT":
			reply("221 good-bye")
			return
		default:
			reply("250 well")
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
func (s *Server) receive(in *bufio.Reader, reply func(line string), b Behaviour) bool {
	message, err := readMessage(in)
	if err != nil {
		return false
	}
	switch b {
	case StallAfterData:
		_, _ = io.Copy(io.Discard, in)
		return false
	case DiskFull:
		reply("452 4.2.2 the disk is full")
		return true
	}
	s.mu.Lock()
	s.accepted = append(s.accepted, message)
	s.mu.Unlock()
	reply("250 taken")
	return b != HangUpAfterData
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
