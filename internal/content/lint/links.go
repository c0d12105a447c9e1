package lint

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"storefront/internal/content/diag"
	"storefront/internal/core/payload"
)

// LinkTimeout is the longest time that another host may take to answer.
const LinkTimeout = 10 * time.Second

const (
	parallelRequests = 8
	maxRedirects     = 5
	maxBodyBytes     = 64 << 10
)

// externalLink is a link to another host, with its place.
type externalLink struct {
	file string
	line int
}

// CheckLinks requests every address on another host that content links to, once each, until ctx ends. It reports
// progress from one goroutine at a time.
func (r *Content) CheckLinks(ctx context.Context, timeout time.Duration,
	progress func(done, total int)) (out []diag.Diagnostic) {
	places := r.externalLinks()
	addresses := slices.Sorted(maps.Keys(places))
	problems := make([]string, len(addresses))
	client := &http.Client{Timeout: timeout, CheckRedirect: func(*http.Request, []*http.Request) error {
		return http.ErrUseLastResponse
	}}
	defer client.CloseIdleConnections()
	var requests errgroup.Group
	requests.SetLimit(parallelRequests)
	var mu sync.Mutex
	done := 0
	for i, address := range addresses {
		requests.Go(func() error {
			if problems[i] = checkLink(ctx, client, address); ctx.Err() != nil {
				return nil
			}
			mu.Lock()
			defer mu.Unlock()
			done++
			progress(done, len(addresses))
			return nil
		})
	}
	_ = requests.Wait()
	for i, address := range addresses {
		for _, p := range places[address] {
			if problems[i] != "" {
				out = append(out, warnAtWord(p.file, p.line, address, "the link to "+address+" "+problems[i]))
			}
		}
	}
	diag.Sort(out)
	return out
}

// externalLinks are the addresses of other hosts in prose, in redirects, and where visitors write to.
func (r *Content) externalLinks() map[string][]externalLink {
	all := map[string][]externalLink{}
	for _, p := range r.prose {
		for _, l := range p.externalLinks {
			all[l.To] = append(all[l.To], externalLink{p.File, l.Line})
		}
	}
	add := func(file, address string) {
		if strings.HasPrefix(address, "https://") || strings.HasPrefix(address, "http://") {
			all[address] = append(all[address], externalLink{file, warnAtText(file, address, "").Line})
		}
	}
	redirects := func(file string, list []payload.Redirect) {
		for _, one := range list {
			add(file, one.To)
		}
	}
	redirects(filepath.Join(r.root, "redirects.yaml"), r.lib.Redirects)
	for _, d := range r.lib.Deployments {
		file := filepath.Join(r.root, "deployments", d.ID+".yaml")
		redirects(file, d.Redirects)
		add(file, d.Contact.ChatURL)
	}
	return all
}

// checkLink returns the problem with an address, or "" if it answers.
func checkLink(ctx context.Context, client *http.Client, address string) string {
	moved := ""
	at := address
	for range maxRedirects + 1 {
		status, to, err := request(ctx, client, at)
		if err != nil {
			return "does not answer: " + shortError(err)
		}
		switch {
		case status >= 300 && status < 400 && to != "":
			if at == address && (status == http.StatusMovedPermanently || status == http.StatusPermanentRedirect) {
				moved = to
			}
			at = to
		case status >= 400:
			text := fmt.Sprintf("is answered with %d %s", status, http.StatusText(status))
			if at != address {
				text += " at " + at
			}
			return text
		case moved != "":
			return "has moved for good: to " + moved
		default:
			return ""
		}
	}
	return fmt.Sprintf("redirects more than %d times", maxRedirects)
}

// request sends HEAD, and GET if a host does not answer HEAD with success.
func request(ctx context.Context, client *http.Client, address string) (status int, to string, err error) {
	for _, method := range []string{http.MethodHead, http.MethodGet} {
		req, err := http.NewRequestWithContext(ctx, method, address, nil)
		if err != nil {
			return 0, "", err
		}
		req.Header.Set("User-Agent", "generate-check/1.0 (checks links of its own content)")
		req.Header.Set("Accept", "*/*")
		response, err := client.Do(req)
		if err != nil {
			return 0, "", err
		}
		_, _ = io.CopyN(io.Discard, response.Body, maxBodyBytes)
		_ = response.Body.Close()
		status, to = response.StatusCode, ""
		if location, err := response.Location(); err == nil {
			to = location.String()
		}
		if status < 400 {
			break
		}
	}
	return status, to, nil
}

// shortError returns the error of a request without its method and address, which the message has already.
func shortError(err error) string {
	var host *net.DNSError
	if errors.As(err, &host) && host.IsNotFound {
		return "there is no host " + host.Name
	}
	var request *url.Error
	if errors.As(err, &request) {
		if request.Timeout() {
			return "no answer in time"
		}
		return request.Err.Error()
	}
	return err.Error()
}
