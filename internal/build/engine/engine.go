// Package engine makes builds: it reads the content that changed, plans every page, renders the pages whose key is new,
// and publishes each deployment's files at once. docs/architecture.md has a drawing.
package engine

import (
	"context"
	"time"

	"storefront/internal/build/pages"
	"storefront/internal/content/diag"
)

// Options are the inputs and the output folder of a build.
type Options struct {
	Content    string              // the folder of content
	Builds     string              // the folder of builds
	Site       string              // the site bundle: site/dist
	AsOf       time.Time           // decides which posts are published; its time of day is ignored
	Include    []pages.Unpublished // unpublished content to build too: drafts, future or expired content
	Deployment string              // the only deployment to build; empty for all
	Clean      bool                // ignore the record of the last build
	// ReviewsFile is an export of the API's reviews. If it is empty, reviews.jsonl in the folder of content is read if
	// that exists.
	ReviewsFile string
	// BookingsFile is an export of the API's booked departures, which Check compares with the content. It may be empty.
	BookingsFile string
	// MakeVariant returns a picture with modifiers applied, as the proxy does, so that builds have the variants that
	// pages request. It is nil if the proxy makes the variants.
	MakeVariant func(source []byte, modifiers string) ([]byte, error)
	// History is the number of former builds of each deployment to keep: release.DefaultHistory if it is 0, none if it
	// is negative.
	History int
	// CollectGarbage removes the assets and pictures of builds that cannot be live again.
	CollectGarbage bool
	// VariantsVersion changes if MakeVariant returns other pictures for the same modifiers.
	VariantsVersion string
	// Minify removes superfluous characters from pages and XML.
	Minify bool
	// Progress is called with the progress of a step, often and from several goroutines. It may be nil.
	Progress func(step string, done, total int)
}

// Report describes a build.
type Report struct {
	Deployments []DeploymentReport
	Failed      []Failure // by id
	Warnings    []diag.Diagnostic
	// RemovedPages has a warning for each published address without a page in the build, as Check reports them.
	RemovedPages      []diag.Diagnostic
	Read              int // products and posts that were read; the others are unchanged
	Unchanged         bool
	LeftOut           pages.LeftOut
	Collected         int  // files of earlier builds that were removed, or would be in a dry run
	NeedsPictureProxy bool // pages request variants that the build does not have: the proxy makes them
	Took              time.Duration
}

// DeploymentReport is one deployment's part.
type DeploymentReport struct {
	ID       string         `json:"id"`
	Build    string         `json:"build"`
	Pages    map[string]int `json:"pages,omitempty"` // by language
	Rendered int            `json:"rendered"`
	Reused   int            `json:"reused"`
	Removed  int            `json:"removed"`
	Written  int            `json:"written"` // files
	// Variants is the number of pictures in other sizes that the build holds; NewVariants is the number of new ones.
	Variants    int `json:"variants,omitempty"`
	NewVariants int `json:"made,omitempty"`
	// Plan has the files by name in a dry run.
	Plan *PlanReport `json:"plan,omitempty"`
}

// PlanReport names the files of a deployment that a build would change, by path below its web root. The three files
// that name the build itself are not among them.
type PlanReport struct {
	Rendered []string `json:"rendered"` // addresses of pages
	Written  []string `json:"written"`
	Removed  []string `json:"removed"`
}

// Build builds and publishes. If content has mistakes, it returns an *InvalidContentError and publishes nothing. The
// report lists the deployments that failed while others were published.
func Build(ctx context.Context, o Options) (*Report, error) {
	s, err := Open(o)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	return s.Build(ctx)
}

// DryRun reports what Build would do. It writes nothing in the folder of builds.
func DryRun(ctx context.Context, o Options) (*Report, error) {
	s, err := newSession(o)
	if err != nil {
		return nil, err
	}
	s.dryRun, s.lastLoaded = true, o.Clean
	defer s.dropSpool()
	return s.build(ctx)
}
