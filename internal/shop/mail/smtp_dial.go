package mail

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
)

// maxRead limits the bytes that are read from a server during one connection, since the client keeps answers in
// memory until they end. A mail needs some hundred bytes, and certificates some thousand.
const maxRead = 256 << 10

var errTooLong = errors.New("the server has sent more than a mail server sends")

// connection is a connection to an SMTP server.
type connection struct {
	net.Conn
	remaining int // bytes that may still be read
}

func (c *connection) Read(b []byte) (int, error) {
	if c.remaining == 0 {
		return 0, errTooLong
	}
	n, err := c.Conn.Read(b[:min(len(b), c.remaining)])
	c.remaining -= n
	return n, err
}

// dialer connects to a server and keeps the connection, so that it can be closed: the client leaves it open if the
// server fails before a mail begins.
type dialer struct {
	implicit *tls.Config // TLS from the first byte; nil: the connection begins without TLS
	opened   net.Conn
}

func (d *dialer) dial(ctx context.Context, network, address string) (net.Conn, error) {
	raw, err := new(net.Dialer).DialContext(ctx, network, address)
	if err != nil {
		return nil, err
	}
	d.opened = &connection{raw, maxRead}
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
