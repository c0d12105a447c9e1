package webroot

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/netip"
	"os"
	"regexp"
	"strings"
	"sync"

	"storefront/internal/core/fault"
	"storefront/internal/core/payload"
	"storefront/internal/serve/live"
)

// deployment is an entry of builds/meta/deployments.json, which builds write.
type deployment struct {
	payload.Deployment

	policy string
}

// deployments is the content of one state of the file.
type deployments struct {
	all    []*deployment
	byHost map[string]*deployment
}

func (d *deployments) list() (all []payload.Deployment) {
	for _, one := range d.all {
		all = append(all, one.Deployment)
	}
	return all
}

// errUnknownHost is not NotFound: a cached 404 would outlive the moment when the host is assigned to a deployment.
var errUnknownHost = fault.New(fault.Misdirected, "This server does not answer for this host.")

// find returns the deployment of a request's host. Local hosts that no deployment has are the first one's.
func (d *deployments) find(host string) (*deployment, error) {
	if len(d.all) == 0 {
		return nil, live.ErrNoBuild
	}
	host = canonicalHost(host)
	if own := d.byHost[host]; own != nil {
		return own, nil
	}
	if isLocal(host) {
		return d.all[0], nil
	}
	return nil, errUnknownHost
}

// canonicalHost returns a host in lower case, without port and trailing dot.
func canonicalHost(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.TrimPrefix(strings.TrimSuffix(host, "]"), "[")
	return strings.ToLower(strings.TrimSuffix(host, "."))
}

// IsLocal reports whether the host of a request, port included, is of this machine or network: an address, localhost,
// or a name below it.
func IsLocal(host string) bool { return isLocal(canonicalHost(host)) }

// isLocal reports whether a canonical host cannot belong to a deployment: an address, a reserved name of this machine,
// or none.
func isLocal(host string) bool {
	if host == "" || host == "localhost" || strings.HasSuffix(host, ".localhost") {
		return true
	}
	_, err := netip.ParseAddr(host)
	return err == nil
}

// registry caches deployments.json, and reads it again when the file has changed, for which it looks once in
// live.FreshFor.
type registry struct {
	file     string
	log      *slog.Logger
	onChange func([]payload.Deployment) // may be nil

	mu       sync.Mutex
	known    deployments
	readInfo fs.FileInfo
	checked  live.Check
}

func (r *registry) current() *deployments {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.checked.IsRecent() {
		return r.snapshot()
	}
	unchanged := r.checked.Begin()
	info, err := os.Stat(r.file)
	if err != nil {
		// Without the file the last known deployments are served from their trees.
		if !errors.Is(err, fs.ErrNotExist) {
			r.log.Error("cannot stat the deployments file", "error", err)
		}
		return r.snapshot()
	}
	if r.readInfo != nil && os.SameFile(r.readInfo, info) && r.readInfo.ModTime().Equal(info.ModTime()) &&
		r.readInfo.Size() == info.Size() {
		unchanged()
		return r.snapshot()
	}
	r.readInfo = info
	known, err := readDeployments(r.file)
	if err != nil {
		r.log.Error("cannot read the deployments file; the previous deployments stay", "error", err)
		return r.snapshot()
	}
	r.known = known
	if r.onChange != nil {
		r.onChange(known.list())
	}
	return r.snapshot()
}

// last returns the deployments that were read last.
func (r *registry) last() *deployments {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.snapshot()
}

func (r *registry) snapshot() *deployments {
	known := r.known
	return &known
}

var scriptHashPattern = regexp.MustCompile(`^sha(256|384|512)-[A-Za-z0-9+/]+={0,2}$`)

func readDeployments(file string) (deployments, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return deployments{}, err
	}
	known := deployments{byHost: map[string]*deployment{}}
	if err := json.Unmarshal(data, &known.all); err != nil {
		return deployments{}, fmt.Errorf("%s: %w", file, err)
	}
	for _, d := range known.all {
		if d == nil || !live.IsValidID(d.ID) {
			return deployments{}, fmt.Errorf("%s: a deployment has no usable id", file)
		}
		for _, hash := range d.CSP {
			if !scriptHashPattern.MatchString(hash) {
				return deployments{}, fmt.Errorf("%s: %s: %q is not a hash of a script", file, d.ID, hash)
			}
		}
		for _, origin := range d.Frames {
			if !originPattern.MatchString(origin) {
				return deployments{}, fmt.Errorf("%s: %s: %q is not an origin", file, d.ID, origin)
			}
		}
		if d.Analytics != "" && !originPattern.MatchString(d.Analytics) {
			return deployments{}, fmt.Errorf("%s: %s: %q is not an origin", file, d.ID, d.Analytics)
		}
		d.policy = ContentPolicy(d.Deployment)
		for _, host := range d.Hosts {
			if host = canonicalHost(host); known.byHost[host] == nil {
				known.byHost[host] = d
			}
		}
	}
	return known, nil
}

var originPattern = regexp.MustCompile(`^https://[a-z0-9.-]+$`)

// ContentPolicy returns the Content-Security-Policy of a deployment's pages. They may load from their own site only,
// show frames of the sites that the deployment names, and load scripts of its analytics, which may connect to their
// origin. Style attributes are allowed, because React writes them and they run no code.
func ContentPolicy(d payload.Deployment) string {
	var b strings.Builder
	b.WriteString("default-src 'self'; script-src 'self'")
	for _, hash := range d.CSP {
		b.WriteString(" '" + hash + "'")
	}
	analytics := ""
	if d.Analytics != "" {
		analytics = " " + d.Analytics
	}
	b.WriteString(analytics + "; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data:; " +
		"connect-src 'self'" + analytics + "; object-src 'none'; base-uri 'none'; form-action 'self'; " +
		"frame-ancestors 'none'")
	if len(d.Frames) > 0 {
		b.WriteString("; frame-src " + strings.Join(d.Frames, " "))
	}
	return b.String()
}

// BrowserURLs returns the URLs of the storefronts for a browser on this machine: their local names, or else the address
// itself, which shows the first.
func BrowserURLs(deployments []payload.Deployment, listening net.Addr) []string {
	if urls := LocalURLs(deployments, listening); len(urls) > 0 {
		return urls
	}
	return []string{"http://" + listening.String()}
}

// LocalURLs returns the URLs of the storefronts that have a local name among their hosts.
func LocalURLs(deployments []payload.Deployment, listening net.Addr) (urls []string) {
	_, port, err := net.SplitHostPort(listening.String())
	if err != nil {
		return nil
	}
	for _, d := range deployments {
		for _, host := range d.Hosts {
			if strings.HasSuffix(host, ".localhost") {
				urls = append(urls, "http://"+net.JoinHostPort(host, port))
			}
		}
	}
	return urls
}
