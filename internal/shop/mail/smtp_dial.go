package mail

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
)

// mostHeard bounds what a server may say during one connection, in bytes. A mail takes some hundred; certificates take some
// thousand. The client keeps a line, and all lines of an answer, in memory until it ends.
const mostHeard = 256 << 10

var errTalkative = errors.New("the server has said more than a mail server says")

// connection is a connection to an SMTP server.
type connection struct {
	net.Conn
	left int // bytes that the server may still say
}

func (c *connection) Read(b []byte) (int, error) {
	if c.left == 0 {
		return 0, errTalkative
	}
	n, err := c.Conn.Read(b[:min(len(b), c.left)])
	c.left -= n
	return n, err
}

// dialer connects to a server, and remembers the connection so that it can be closed: the client leaves it open where the server
// fails before a mail begins.
type dialer struct {
	implicit *tls.Config // of TLS from the first byte; nil where the connection begins without
	opened   net.Conn
}

func (d *dialer) dial(ctx context.Context, network, address string) (net.Conn, error) {
	raw, err := new(net.Dialer).DialContext(ctx, network, address)
	if err != nil {
		return nil, err
	}
	d.opened = &connection{raw, mostHeard}
	if d.implicit == nil {
		return d.opened, nil
	}
	secure := tls.Client(d.opened, d.implicit)
	if err := secure.HandshakeContext(ctx); err != nil {
		d.close()
		return nil, err
	}
	return secure, nil
}

func (d *dialer) close() {
	if d.opened != nil {
		_ = d.opened.Close() // it may be closed already
	}
}
