package engine

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"storefront/internal/build/pages"
	"storefront/internal/content/catalog"
	"storefront/internal/core/payload"
)

// announce tells the server of all deployments, before their links move: a page of the build to come may hold other
// scripts of its own than one of the last build, so the hashes of both are allowed.
func (b *builder) announce(deployments []*catalog.Deployment, lastCSP []string) error {
	csp := bothOf(b.bundle.CSP, lastCSP)
	entries := []payload.Deployment{}
	for _, d := range deployments {
		entries = append(entries, payload.Deployment{
			ID: d.ID, Hosts: d.Hosts, Name: d.Name, Languages: d.Languages, Currencies: d.Currencies, CSP: csp,
			Card: d.Takes(catalog.PayByCard), Cards: d.Cards, PayLater: d.Takes(catalog.PayLater), Later: pages.PayLaterTermsOf(d.PayLater),
			BaseURL: strings.TrimSuffix(d.BaseURL, "/"), Currency: pages.CurrencyTableOf(d),
			Contact: payload.DeploymentContact{
				Email: d.Contact.Email, Language: d.Contact.Language, Phone: d.Contact.Phone, Address: d.Contact.Address, ChatURL: d.Contact.ChatURL,
				TaxNumber: d.TaxNumber,
			},
		})
	}
	return replaceJSON(announcement(b.Builds), b.entries(entries))
}

// announced is what the server has been told of all deployments.
func announced(folder string) (all []payload.Deployment, err error) {
	data, err := os.ReadFile(announcement(folder))
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(data, &all); err != nil {
		return nil, fmt.Errorf("%s: %w", announcement(folder), err)
	}
	return all, nil
}

func announcement(folder string) string { return filepath.Join(folder, "meta", "deployments.json") }
