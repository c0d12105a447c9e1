package engine

import (
	"storefront/internal/core/redirect"
)

// redirectFiles are the redirects in the forms that static hosts read, by the rules that the server runs.
func (s *site) redirectFiles() error {
	m := s.pages.Manifest("", s.bundle.Hash, s.dayStart())
	c := redirect.Config{Supplier: m.Supplier, Hosts: m.RedirectHosts}
	for _, l := range m.Locales {
		c.Locales = append(c.Locales, l.Code)
	}
	for _, r := range m.Redirects {
		c.Redirects = append(c.Redirects, redirect.Redirect(r))
	}
	rules := redirect.New(c)
	if err := s.file("_redirects", rules.File(s.deployment.BaseURL)); err != nil {
		return err
	}
	return s.file("builds/meta/redirects.conf", rules.Nginx(s.id))
}
