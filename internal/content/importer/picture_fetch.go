package importer

import (
	"cmp"
	"net/url"
	"path"
	"slices"

	"storefront/internal/picture"
)

// Fetch fetches a picture over https and adds it to media. It stays at its host if every deployment shows pictures of
// the host.
func (p *pictures) Fetch(u *url.URL, slug string) (string, error) {
	address := u.String()
	if known, ok := p.fetched[address]; ok {
		return known.file, known.err
	}
	file, err := p.fetchOnce(u, slug)
	p.fetched[address] = fetchedPicture{file, err}
	return file, err
}

func (p *pictures) fetchOnce(u *url.URL, slug string) (string, error) {
	address := u.String()
	if u.Scheme == "http" && p.job.Fetch.Reachable == nil && u.User == nil {
		return "", errNoHTTPS
	}
	if u.Scheme != "https" && (u.Scheme != "http" || p.job.Fetch.Reachable == nil) || u.User != nil {
		return "", ErrNoAddress
	}
	if p.job.EveryDeploymentShows(u) {
		if p.job.Library.Pictures[address] == nil && p.Alts[address] == nil {
			p.Alts[address] = map[string]string{}
		}
		return address, nil
	}
	if p.fetcher == nil {
		p.fetcher = NewFetcher(p.job.Fetch.WithDefaults())
	}
	data, err := p.fetcher.Get(p.job.Context, address, PictureHeader(), picture.MaxSourceBytes)
	if err != nil {
		return "", err
	}
	return p.Add(data, PictureName(slug, cmp.Or(path.Base(u.Path), "picture")))
}

// EveryDeploymentShows reports whether a picture may stay at its host.
func (j *Job) EveryDeploymentShows(u *url.URL) bool {
	for _, d := range j.Library.Deployments {
		if u.Scheme != "https" || !slices.Contains(d.PictureHosts, u.Host) {
			return false
		}
	}
	return true
}
