package main

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"storefront/internal/lib/cli"
	"storefront/internal/shop/review"
)

func reviewsCommand(o *operator) *cobra.Command {
	return o.group("reviews", "List reviews, and approve, reject or delete them",
		o.reviewsList(),
		o.reviewsDecide("approve", "Show a review to visitors", true),
		o.reviewsDecide("reject", "Hide a review from visitors; it stays stored", false),
		o.reviewsDelete(), o.reviewsExport(),
	)
}

// reviewRow is a review in the output of commands.
type reviewRow struct {
	ID         string        `json:"id"`
	Deployment string        `json:"deployment"`
	Status     review.Status `json:"status"`
	Product    string        `json:"product"`
	Rating     int           `json:"rating"`
	Author     string        `json:"author"`
	Language   string        `json:"language"`
	Title      string        `json:"title,omitempty"`
	Text       string        `json:"text"`
	CreatedAt  time.Time     `json:"createdAt"`
	DecidedAt  time.Time     `json:"decidedAt,omitzero"`
}

const reviewColumns = "ID DEPLOYMENT STATUS PRODUCT STARS> WRITTEN AUTHOR TITLE TEXT"

// shortID is a length at which the beginning of an id is usually unique and still easy to type.
const shortID = 8

func (r reviewRow) cells() []string {
	return []string{
		r.ID[:min(shortID, len(r.ID))], r.Deployment, string(r.Status), r.Product, strconv.Itoa(r.Rating),
		instant(r.CreatedAt), r.Author, r.Title, r.Text,
	}
}

func reviewRowOf(r review.Review) reviewRow {
	return reviewRow{
		ID: r.ID, Deployment: r.Deployment, Status: r.Status, Product: r.Product, Rating: r.Rating, Author: r.Author,
		Language: r.Language,
		Title:    r.Title, Text: r.Text, CreatedAt: r.CreatedAt, DecidedAt: r.DecidedAt,
	}
}

func (o *operator) reviewsList() *cobra.Command {
	var status, product string
	var limit int
	c := &cobra.Command{Use: "list", Short: "List the reviews that await a decision, the latest first",
		Args: cobra.NoArgs}
	c.Flags().StringVar(&status, "status", string(review.Pending), "pending, approved, rejected or all")
	c.Flags().StringVar(&product, "product", "", "only of this product")
	limitFlag(c, &limit, "the maximum `number` of reviews")
	return o.command(c, func(ctx context.Context, b *backend, c *cobra.Command, _ []string) error {
		only := review.Status(status)
		if status == "all" {
			only = ""
		} else if !slices.Contains([]review.Status{review.Pending, review.Approved, review.Rejected}, only) {
			return cli.Usagef("%q is not a status of a review", status)
		}
		found, err := b.reviews.List(ctx, review.Filter{Deployment: o.deployment, Product: product, Status: only,
			Limit: limit})
		if err != nil {
			return err
		}
		var rows []reviewRow
		for _, r := range found {
			rows = append(rows, reviewRowOf(r))
		}
		return printRows(o, c.OutOrStdout(), rows, reviewColumns, reviewRow.cells)
	})
}

func (o *operator) reviewsDecide(use, short string, approve bool) *cobra.Command {
	c := &cobra.Command{
		Use: use + " ID", Short: short, Args: cobra.ExactArgs(1), Long: short + ". The beginning of its id is enough.",
		Example: "  api reviews " + use + " 3f9c21ab",
	}
	return o.command(c, func(ctx context.Context, b *backend, c *cobra.Command, args []string) error {
		r, err := o.findReview(ctx, b, args[0])
		if err != nil {
			return err
		}
		r, err = b.reviews.Decide(ctx, r.ID, approve)
		if err != nil {
			return fmt.Errorf("%s: %w", args[0], err)
		}
		return printRows(o, c.OutOrStdout(), []reviewRow{reviewRowOf(r)}, reviewColumns, reviewRow.cells)
	})
}

// findReview returns a review by its id or the beginning of it.
func (o *operator) findReview(ctx context.Context, b *backend, id string) (review.Review, error) {
	r, err := b.reviews.Find(ctx, id)
	switch {
	case err != nil:
		return r, fmt.Errorf("%s: %w", id, err)
	case o.deployment != "" && r.Deployment != o.deployment:
		return r, fmt.Errorf("%s: this review is of %s, not of %s", id, r.Deployment, o.deployment)
	}
	return r, nil
}

func (o *operator) reviewsDelete() *cobra.Command {
	c := &cobra.Command{
		Use: "delete ID", Short: "Delete a review for good", Args: cobra.ExactArgs(1),
		Long: "Delete removes a review with its author's name, as the author can ask for. The next build leaves\n" +
			"it out. The beginning of its id is enough.",
		Example: "  api reviews delete 3f9c21ab",
	}
	o.yesFlag(c)
	return o.command(c, func(ctx context.Context, b *backend, c *cobra.Command, args []string) error {
		r, err := o.findReview(ctx, b, args[0])
		if err != nil {
			return err
		}
		question := fmt.Sprintf("Delete the review of %s by %s at %s for good?", r.Product, r.Author, r.Deployment)
		if err := o.confirm(c, question); err != nil {
			return err
		}
		if err := b.reviews.Delete(ctx, r.ID); err != nil {
			return fmt.Errorf("%s: %w", args[0], err)
		}
		return printRows(o, c.OutOrStdout(), []reviewRow{reviewRowOf(r)}, reviewColumns, reviewRow.cells)
	})
}
