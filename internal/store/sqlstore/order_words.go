package sqlstore

import (
	"context"
	"slices"
	"strings"

	"storefront/internal/shop/booking"
)

// An order is found by its words in order_words. A column of the order has the same words, so that they can be deleted
// without an index by order, which each new order would have to update. The column is empty if a program of an earlier
// version inserted the order.

func joinWords(words []string) string { return strings.Join(words, "\n") }

// searchWords returns the words in the column of an order.
func (r Reader) searchWords(ctx context.Context, order string) ([]string, error) {
	var column string
	err := r.queryRow(ctx, "order", []any{&column}, "SELECT words FROM orders WHERE id = $1", order)
	if column == "" {
		return nil, err
	}
	return strings.Split(column, "\n"), err
}

// SaveSearchWords keeps the words that an order had before.
func (t *Tx) SaveSearchWords(ctx context.Context, order booking.Order) error {
	before, err := t.searchWords(ctx, order.ID)
	if err != nil {
		return err
	}
	added := slices.DeleteFunc(order.SearchWords(), func(word string) bool { return slices.Contains(before, word) })
	if err := t.insertWords(ctx, order.ID, added); err != nil || len(before) == 0 || len(added) == 0 {
		return err
	}
	return t.setWords(ctx, order.ID, slices.Concat(before, added))
}

// ReplaceSearchWords deletes the address and the words that an order had before.
func (t *Tx) ReplaceSearchWords(ctx context.Context, order booking.Order) error {
	if err := t.setEmail(ctx, &order); err != nil {
		return err
	}
	return t.replaceWords(ctx, &order)
}

// setEmail sets the address that an order is found by.
func (t *Tx) setEmail(ctx context.Context, order *booking.Order) error {
	return t.enqueue(ctx, Statement{Name: "save address", Query: "UPDATE orders SET email = $1 WHERE id = $2",
		Args: []any{strings.ToLower(order.Buyer.Email), order.ID}, Changed: changesRow("order")})
}

// replaceWords deletes the words that an order had before.
func (t *Tx) replaceWords(ctx context.Context, order *booking.Order) error {
	if err := t.deleteWords(ctx, order.ID); err != nil {
		return err
	}
	words := order.SearchWords()
	if err := t.insertWords(ctx, order.ID, words); err != nil {
		return err
	}
	return t.setWords(ctx, order.ID, words)
}

func (t *Tx) deleteWords(ctx context.Context, order string) error {
	words, err := t.searchWords(ctx, order)
	if err != nil {
		return err
	}
	query, args := "DELETE FROM order_words WHERE order_id = $1", []any{order}
	if len(words) > 0 {
		query += " AND word IN (" + placeholders(2, len(words)) + ")"
		for _, word := range words {
			args = append(args, word)
		}
	}
	_, err = t.exec(ctx, "delete words", query, args...)
	return err
}

func (t *Tx) insertWords(ctx context.Context, order string, words []string) error {
	if len(words) == 0 {
		return nil
	}
	rows, args := make([]string, len(words)), arguments{}
	id := args.placeholder(order)
	for i, word := range words {
		rows[i] = "(" + id + ", " + args.placeholder(word) + ")"
	}
	return t.enqueue(ctx, Statement{Name: "insert words",
		Query: "INSERT INTO order_words (order_id, word) VALUES " + strings.Join(rows, ", ") +
			" ON CONFLICT (word, order_id) DO NOTHING", Args: args})
}

func (t *Tx) setWords(ctx context.Context, order string, words []string) error {
	return t.enqueue(ctx, Statement{Name: "save words", Query: "UPDATE orders SET words = $1 WHERE id = $2",
		Args: []any{joinWords(words), order}, Changed: changesRow("order")})
}
