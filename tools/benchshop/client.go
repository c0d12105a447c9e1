package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"time"
)

// client is a visitor's persistent connection.
type client struct {
	http.Client
	base string
}

func newClients(base string, n int) []*client {
	all := make([]*client, n)
	for i := range all {
		all[i] = &client{http.Client{
			Transport: &http.Transport{MaxConnsPerHost: 1, DisableCompression: true}, Timeout: time.Minute,
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		}, base}
	}
	return all
}

func (c *client) close() { c.CloseIdleConnections() }

// request is sent to a path. Its body is empty, a string, or a value to send as JSON.
type request struct {
	method, path string
	header       map[string]string
	host         string
	body         any
}

// send returns the header and the body of the response, which must have the status.
func (c *client) send(ctx context.Context, r request, status int) (http.Header, []byte, error) {
	var body []byte
	switch b := r.body.(type) {
	case nil:
	case string:
		body = []byte(b)
	default:
		var err error
		if body, err = json.Marshal(b); err != nil {
			return nil, nil, err
		}
	}
	httpRequest, err := http.NewRequestWithContext(ctx, r.method, c.base+r.path, bytes.NewReader(body))
	if err != nil {
		return nil, nil, err
	}
	if r.host != "" {
		httpRequest.Host = r.host
	}
	for name, value := range r.header {
		httpRequest.Header.Set(name, value)
	}
	response, err := c.Do(httpRequest)
	if err != nil {
		return nil, nil, err
	}
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode != status {
		err = fmt.Errorf("%s %s: %s %.300s", r.method, r.path, response.Status, content)
	}
	return response.Header, content, err
}
