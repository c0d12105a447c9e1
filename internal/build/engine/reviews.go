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

// reviewsFile returns the path of the export of reviews, or "" if there is none: that of the options, or reviews.jsonl
// in the folder of content.
func (o Options) reviewsFile() string {
	if o.ReviewsFile != "" {
		return o.ReviewsFile
	}
	path := filepath.Join(o.Content, "reviews.jsonl")
	if _, err := os.Stat(path); err != nil {
		return ""
	}
	return path
}

// reviewsGroup is the export of reviews among the groups of files.
const reviewsGroup = "--reviews"

// scanAll scans content and the export of reviews, which may be in another folder.
func (o Options) scanAll(ctx context.Context, last scanResult) (scanResult, error) {
	all, err := scan(ctx, o.Content, last)
	if err == nil {
		o.addReviewsGroup(all.files)
	}
	return all, err
}

func (o Options) addReviewsGroup(to files) {
	delete(to, reviewsGroup)
	if o.reviewsFile() == "" {
		return
	}
	// The entry of a missing file makes readReviews report it.
	to[reviewsGroup] = string(appendStat(nil, o.reviewsFile(), -1, time.Time{}, 0))
	if info, err := os.Stat(o.reviewsFile()); err == nil {
		to[reviewsGroup] = string(appendStat(nil, o.reviewsFile(), info.Size(), info.ModTime(), changeTime(info)))
	}
}

// readReviews reads the whole export of reviews.
func (r *reading) readReviews(path string) {
	if path == "" {
		return
	}
	all, found := source.Reviews(path, r.lib, r.productSlugs)
	r.exportedReviews, r.libraryFindings = all, append(r.libraryFindings, found...)
	for slug, reviews := range all {
		data, err := json.Marshal(reviews)
		if err != nil {
			panic(err) // reviews always can be encoded
		}
		r.results.content.Reviews[slug] = digest.Of(data)
	}
}

// addDeploymentSummaries adds a summary of the product for each deployment that has exported reviews of it: visitors'
// reviews appear in their own deployment only, editors' reviews in all.
func (r *reading) addDeploymentSummaries(shared *catalog.Product, s *pages.Summary) error {
	reviewsByDeployment := map[string][]catalog.Review{}
	for _, review := range r.exportedReviews[shared.Slug] {
		reviewsByDeployment[review.Deployment] = append(reviewsByDeployment[review.Deployment], review)
	}
	for deployment, reviews := range reviewsByDeployment {
		product := *shared
		product.Reviews = append(append([]catalog.Review{}, shared.Reviews...), reviews...)
		own, stored, _ := r.summarizer.SummarizeProduct(&product)
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
