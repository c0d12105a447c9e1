package main

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// client is a persistent connection. It sends prepared requests and does little else, so that mostly the server is
// measured.
type client struct {
	conn net.Conn
	read *bufio.Reader
}

func dial(address string) (*client, error) {
	conn, err := net.Dial("tcp", address)
	if err != nil {
		return nil, err
	}
	return &client{conn, bufio.NewReader(conn)}, nil
}

// send sends a request and returns the body of a successful response, and reuses into.
func (c *client) send(request, into []byte) ([]byte, error) {
	if _, err := c.conn.Write(request); err != nil {
		return nil, err
	}
	response, err := http.ReadResponse(c.read, nil)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	into = into[:0]
	for {
		if len(into) == cap(into) {
			into = slices.Grow(into, max(4096, len(into)))
		}
		n, err := response.Body.Read(into[len(into):cap(into)])
		into = into[:len(into)+n]
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
	}
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: %s", response.Status, into)
	}
	return into, nil
}

func get(uri string) []byte {
	return []byte("GET " + uri + " HTTP/1.1\r\nHost: " +
		host + "\r\nAccept: application/json\r\nUser-Agent: bench\r\n\r\n")
}

func post(uri, body string) []byte {
	return fmt.Appendf(nil, "POST %s HTTP/1.1\r\nHost: %s\r\nAccept: application/json\r\nUser-Agent: bench\r\n"+
		"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", uri, host, len(body), body)
}

// closedLoad has every connection send its next request as soon as the previous one is answered, for a while.
func closedLoad(address string, requests [][]byte, connections int, window time.Duration) (perSecond float64,
	err error) {
	var (
		group  sync.WaitGroup
		next   atomic.Int64
		failed = make(chan error, connections)
		until  = time.Now().Add(window)
		began  = time.Now()
	)
	done := make([]int, connections)
	for i := range connections {
		c, err := dial(address)
		if err != nil {
			return 0, err
		}
		defer c.conn.Close()
		group.Go(func() {
			var body []byte
			for time.Now().Before(until) {
				if body, err = c.send(requests[int(next.Add(1))%len(requests)], body); err != nil {
					failed <- err
					return
				}
				done[i]++
			}
		})
	}
	group.Wait()
	elapsed := time.Since(began)
	select {
	case err := <-failed:
		return 0, err
	default:
	}
	sum := 0
	for _, n := range done {
		sum += n
	}
	return float64(sum) / elapsed.Seconds(), nil
}

// openConnections bounds the concurrent requests of an open load; more would wait here, which counts as latency.
const openConnections = 128

// openLoad sends requests at random moments at an average rate, independent of the responses. It returns the times from
// the moment when a request was due until its response.
func openLoad(address string, requests [][]byte, connections int, rate float64, window time.Duration) (
	[]time.Duration, error,
) {
	due := make(chan time.Time, int(rate*window.Seconds())+1)
	failed := make(chan error, connections)
	took := make([][]time.Duration, connections)
	var group sync.WaitGroup
	var next atomic.Int64
	for i := range connections {
		c, err := dial(address)
		if err != nil {
			return nil, err
		}
		defer c.conn.Close()
		group.Go(func() {
			var body []byte
			for at := range due {
				if body, err = c.send(requests[int(next.Add(1))%len(requests)], body); err != nil {
					failed <- err
					return
				}
				took[i] = append(took[i], time.Since(at))
			}
		})
	}
	random := rand.New(rand.NewPCG(1, 2))
	at := time.Now()
	for end := at.Add(window); at.Before(end); {
		at = at.Add(time.Duration(random.ExpFloat64() / rate * float64(time.Second)))
		time.Sleep(time.Until(at))
		select {
		case due <- at:
		case err := <-failed:
			return nil, err
		}
	}
	close(due)
	group.Wait()
	select {
	case err := <-failed:
		return nil, err
	default:
		return slices.Concat(took...), nil
	}
}
