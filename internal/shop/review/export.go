package review

import (
	"cmp"
	"context"
	"slices"
	"time"
)

// ExportLine is an approved review as a line of JSON for the generator. The names and the order of its fields are a
// contract (docs/content.md).
type ExportLine struct {
	ID         string `json:"id"`
	Deployment string `json:"deployment"`
	Product    string `json:"product"`
	Author     string `json:"author"`
	Rating     int    `json:"rating"`
	Date       string `json:"date"` // such as 2026-12-05
	Language   string `json:"language"`
	Title      string `json:"title,omitempty"`
	Text       string `json:"text"`
}

// Date returns the date that readers see.
func (r *Review) Date() string { return r.CreatedAt.UTC().Format(time.DateOnly) }

// Export returns all approved reviews of a deployment, or of all if it is empty. Their order is deterministic: the
// oldest first, by deployment and product.
func (s *Service) Export(ctx context.Context, deployment string) ([]ExportLine, error) {
	all, err := s.store.Reviews(ctx, Filter{Deployment: deployment, Status: Approved, Limit: NoLimit})
	if err != nil {
		return nil, err
	}
	slices.SortFunc(all, func(a, b Review) int {
		return cmp.Or(cmp.Compare(a.Deployment, b.Deployment), cmp.Compare(a.Product, b.Product),
			a.CreatedAt.Compare(b.CreatedAt), cmp.Compare(a.ID, b.ID))
	})
	out := []ExportLine{}
	for _, r := range all {
		out = append(out, ExportLine{r.ID, r.Deployment, r.Product, r.Author, r.Rating, r.Date(), r.Language, r.Title,
			r.Text})
	}
	return out, nil
}
