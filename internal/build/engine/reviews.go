package engine

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"time"

	"storefront/internal/build/pages"
	"storefront/internal/content/catalog"
	"storefront/internal/content/source"
	"storefront/internal/lib/digest"
)

// reviewsFile returns the path of the export of reviews, or "": that of the options, or one in the folder of content.
func (o Options) reviewsFile() string {
	if o.Reviews != "" {
		return o.Reviews
	}
	path := filepath.Join(o.Content, "reviews.jsonl")
	if _, err := os.Stat(path); err != nil {
		return ""
	}
	return path
}

// reviewsGroup is the export of reviews among the groups of files.
const reviewsGroup = "--reviews"

// scanAll scans content and the export of reviews, which may be elsewhere.
func (o Options) scanAll(ctx context.Context, last scanned) (scanned, error) {
	all, err := scan(ctx, o.Content, last)
	if err == nil {
		o.addReviews(all.files)
	}
	return all, err
}

func (o Options) addReviews(to files) {
	delete(to, reviewsGroup)
	if o.reviewsFile() == "" {
		return
	}
	// A missing file is reported when it is read; it is not the same as no file.
	to[reviewsGroup] = string(appendStat(nil, o.reviewsFile(), -1, time.Time{}))
	if info, err := os.Stat(o.reviewsFile()); err == nil {
		to[reviewsGroup] = string(appendStat(nil, o.reviewsFile(), info.Size(), info.ModTime()))
	}
}

// readReviews reads the export of reviews, all of it: it is one file.
func (r *reading) readReviews(path string) {
	if path == "" {
		return
	}
	all, found := source.Reviews(path, r.lib, r.known)
	r.exported, r.out = all, append(r.out, found...)
	for slug, reviews := range all {
		data, err := json.Marshal(reviews)
		if err != nil {
			panic(err) // our own shape, which always can be written
		}
		r.results.now.Reviews[slug] = digest.Of(data)
	}
}

// addOwn adds a summary for each deployment in which the product was reviewed: visitors' reviews appear in their own
// deployment, editors' reviews in all.
func (r *reading) addOwn(p *catalog.Product, s *pages.Summary) error {
	by := map[string][]catalog.Review{}
	for _, review := range r.exported[p.Slug] {
		by[review.Deployment] = append(by[review.Deployment], review)
	}
	for deployment, reviews := range by {
		with := *p
		with.Reviews = append(append([]catalog.Review{}, p.Reviews...), reviews...)
		own, stored, _ := r.maker.SummarizeProduct(&with)
		own.Deployment = deployment
		if err := r.store(stored...); err != nil {
			return err
		}
		if s.ByDeployment == nil {
			s.ByDeployment = map[string]*pages.Summary{}
		}
		s.ByDeployment[deployment] = own
	}
	return nil
}
