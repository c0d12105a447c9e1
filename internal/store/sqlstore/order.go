package sqlstore

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"storefront/internal/core/fault"
	"storefront/internal/shop/booking"
)

func (r Reader) Order(ctx context.Context, id string) (booking.Order, error) {
	return r.order(ctx, hasID, id)
}

const hasID = "id = $1"

func (r Reader) OrderByKey(ctx context.Context, cart, key string) (booking.Order, error) {
	return r.order(ctx, "cart = $1 AND idempotency_key = $2", cart, key)
}

// OrderBySession repeats in the query that the session is not empty, so that the partial index is used.
func (r Reader) OrderBySession(ctx context.Context, provider, session string) (booking.Order, error) {
	return r.order(ctx, "provider = $1 AND session_id = $2 AND session_id <> ''", provider, session)
}

func (r Reader) OrderByReference(ctx context.Context, deployment, reference string) (booking.Order, error) {
	return r.order(ctx, "deployment = $1 AND reference = $2", deployment, reference)
}

func (r Reader) order(ctx context.Context, where string, args ...any) (booking.Order, error) {
	if lock := r.forUpdate(); lock != "" {
		return r.tx.lockedOrder(ctx, lock, where, args)
	}
	orders, err := r.orders(ctx, "SELECT * FROM orders WHERE "+where, args...)
	if err != nil {
		return booking.Order{}, err
	}
	if len(orders) == 0 {
		return booking.Order{}, notFound("order")
	}
	return orders[0], nil
}

func (r Reader) Orders(ctx context.Context, filter booking.OrderFilter) ([]booking.Order, error) {
	where, args := orderConditions(filter)
	if lock := r.forUpdate(); lock != "" {
		ids, err := r.lockOrders(ctx, where+lock, args)
		if err != nil || len(ids) == 0 {
			return nil, err
		}
		where, args = "id IN ("+placeholders(1, len(ids))+")", ids
	}
	return r.orders(ctx, "SELECT * FROM orders WHERE "+where, args...)
}

// BookingsOn filters by deployment last: SQLite would otherwise read all orders of a deployment instead of a day's.
func (r Reader) BookingsOn(ctx context.Context, deployment, product, day string) ([]booking.Order, error) {
	args := []any{day}
	wanted := "day = $1"
	if product != "" {
		args = append(args, product)
		wanted += " AND product = $2"
	}
	where := "id IN (SELECT order_id FROM bookings WHERE " + wanted + ")"
	if lock := r.forUpdate(); lock != "" {
		if _, err := r.lockOrders(ctx, where+" ORDER BY id"+lock, args); err != nil {
			return nil, err
		}
	}
	orders, err := r.orders(ctx, "SELECT * FROM orders WHERE "+where, args...)
	orders = slices.DeleteFunc(orders, func(o booking.Order) bool {
		return deployment != "" &&
			o.Deployment != deployment
	})
	for i := range orders {
		orders[i].Bookings = slices.DeleteFunc(orders[i].Bookings, func(b booking.Booking) bool {
			return b.Choice.Date != day || product != "" && b.Choice.Product != product
		})
	}
	return orders, err
}

func (r Reader) lockOrders(ctx context.Context, where string, args []any) (ids []any, err error) {
	err = r.query(ctx, "lock orders", func(row Row) error {
		var id string
		err := row.Scan(&id)
		ids = append(ids, id)
		return err
	}, "SELECT id FROM orders WHERE "+where, args...)
	return ids, err
}

func orderConditions(filter booking.OrderFilter) (string, []any) {
	var args arguments
	place := args.placeholder
	base, ofBuyer := "id <> ''", "id <> ''"
	if filter.Deployment != "" {
		deployment := place(filter.Deployment)
		base += " AND deployment = " + deployment
		ofBuyer += " AND deployment || '' = " + deployment // not by an index of deployments, which have far more orders
	}
	if filter.ListedAsInvoice {
		base += " AND invoiced"
		ofBuyer += " AND invoiced"
	}
	where := base
	if made := selectOrdersOfBuyer(filter, ofBuyer, place); made != "" {
		where = "id IN (" + made + ")"
	}
	if filter.Open {
		where += " AND open"
	}
	if filter.ResellerReference != "" {
		where += " AND reseller_reference = " + place(filter.ResellerReference)
	}
	where += bookingConditions(filter, place)
	for _, word := range filter.SearchWords {
		where += " AND id IN (SELECT order_id FROM order_words WHERE word >= " + place(word) + " AND word <= " +
			place(word+lastRune) + ")"
	}
	if !filter.Since.IsZero() {
		where += " AND created_at >= " + place(instant(filter.Since))
	}
	if !filter.Before.IsZero() {
		before := place(instant(filter.Before))
		earlier := "created_at < " + before
		if filter.BeforeID != "" {
			earlier += " OR created_at = " + before + " AND id > " + place(filter.BeforeID)
		}
		where += " AND (" + earlier + ")"
	}
	limit := filter.Limit
	if limit <= 0 {
		limit = defaultLimit
	}
	return where + " ORDER BY created_at DESC, id LIMIT " + place(limit), args
}

// lastRune makes the upper bound of all words with a prefix.
const lastRune = "\U0010FFFF"

// bookingConditions returns the conditions that a single booking of an order must meet together.
func bookingConditions(filter booking.OrderFilter, place func(any) string) string {
	var conditions string
	for _, c := range []struct{ column, value string }{
		{"status = ", string(filter.Status)}, {"product = ", filter.Product}, {"supplier = ", filter.Supplier},
		{"day >= ", filter.FirstDay}, {"day <= ", filter.LastDay},
	} {
		if c.value != "" {
			conditions += " AND " + c.column + place(c.value)
		}
	}
	switch {
	case conditions == "":
		return ""
	case filter.Product+filter.Supplier+filter.FirstDay+filter.LastDay == "":
		return " AND EXISTS (SELECT 1 FROM bookings WHERE order_id = orders.id" + conditions + ")"
	}
	return " AND id IN (SELECT order_id FROM bookings WHERE" + strings.TrimPrefix(conditions, " AND") + ")"
}

// selectOrdersOfBuyer finds a buyer's orders with one indexed query for each identity of the buyer. In a database that
// was never analysed, one condition with OR would scan the time index through all orders.
func selectOrdersOfBuyer(filter booking.OrderFilter, base string, place func(any) string) string {
	var selects []string
	for _, cart := range filter.Carts {
		selects = append(selects, "cart = "+place(cart))
	}
	if filter.Email != "" {
		selects = append(selects, "email = "+place(filter.Email))
	}
	for i, condition := range selects {
		selects[i] = "SELECT id FROM orders WHERE " + base + " AND " + condition
	}
	return strings.Join(selects, " UNION ")
}

// orders reads the orders that a SELECT finds together with their bookings, in one statement, so that they are
// consistent.
func (r Reader) orders(ctx context.Context, selectOrders string, args ...any) ([]booking.Order, error) {
	var orders []booking.Order
	err := r.query(ctx, "read orders", func(row Row) error { return r.addOrder(&orders, row) },
		withBookings(selectOrders), args...)
	return orders, err
}

// anyLine holds for every booking. Without it, PostgreSQL expects more and more bookings of an order while the table
// grows and was never analysed, and plans each read of an order again.
const anyLine = "line BETWEEN 0 AND 9999"

// withBookings returns the SELECT of orders with their bookings, a row each.
func withBookings(selectOrders string) string {
	return `SELECT o.id, o.reference, o.deployment, o.cart, o.idempotency_key, o.provider, o.session_id, o.open, o.invoiced, o.standing,
			o.reseller_reference, o.removed, o.created_at, o.document, COALESCE(b.line, -1), COALESCE(b.id, ''), COALESCE(b.status, ''),
				COALESCE(b.starts_at, ''),
			COALESCE(b.document, '')
		FROM (` + selectOrders + `) o LEFT JOIN bookings b ON b.order_id = o.id AND b.` + anyLine + `
		ORDER BY o.created_at DESC, o.id, b.line`
}

// addOrder adds a row of joined.
func (r Reader) addOrder(orders *[]booking.Order, row Row) error {
	order, bookings, err := r.scanOrder(row)
	if err != nil {
		return err
	}
	if n := len(*orders); n > 0 && (*orders)[n-1].ID == order.ID {
		last := &(*orders)[n-1]
		last.Bookings = append(last.Bookings, bookings...)
		return nil
	}
	order.Bookings = bookings
	*orders = append(*orders, order)
	return nil
}

func (t *Tx) InsertOrder(ctx context.Context, order booking.Order) error {
	saved, err := encodeOrder(order)
	if err != nil {
		return err
	}
	words := order.SearchWords()
	err = t.enqueue(ctx, Statement{Name: "insert order",
		Query: `INSERT INTO orders (id, reference, deployment, cart, idempotency_key, provider,
			session_id, open, invoiced, standing, email, created_at, document, reseller_reference, removed, words)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
		ON CONFLICT (cart, idempotency_key) DO NOTHING`,
		Args: []any{order.ID, order.Reference, order.Deployment, order.Cart, order.Key, saved.provider, saved.session,
			saved.open, saved.invoiced, saved.limitStatus, strings.ToLower(order.Buyer.Email), instant(order.CreatedAt),
			saved.document, saved.resellerReference, saved.removed, joinWords(words)},
		OrFail: fault.New(fault.InFlight, "This cart already has an order with this key.")})
	if err != nil {
		return err
	}
	t.rememberRows(order.ID, saved)
	if err := t.insertBookings(ctx, order, saved); err != nil {
		return err
	}
	return t.insertWords(ctx, order.ID, words)
}

func (t *Tx) insertBookings(ctx context.Context, order booking.Order, saved savedOrder) error {
	if len(order.Bookings) == 0 {
		return nil
	}
	const columns = 9
	values := make([]string, 0, len(order.Bookings))
	args := make([]any, 0, columns*len(order.Bookings))
	for _, b := range order.Bookings {
		values = append(values, "("+placeholders(len(args)+1, columns)+")")
		row := saved.bookings[b.Line]
		args = append(args, order.ID, b.Line, b.ID, row.status, row.product, row.day, row.startsAt, row.supplier,
			row.document)
	}
	return t.enqueue(ctx, Statement{Name: "insert bookings", Query: `INSERT INTO bookings
		(order_id, line, id, status, product, day, starts_at, supplier, document) VALUES ` + strings.Join(values, ", "), Args: args})
}

// SaveOrder writes only the values that differ from those that the transaction has read or written: SQLite writes every
// index of a column that is set.
func (t *Tx) SaveOrder(ctx context.Context, order booking.Order) error {
	saved, err := encodeOrder(order)
	if err != nil {
		return err
	}
	before, known := t.orders[order.ID]
	set := columnChanges{known: known}
	set.add("provider", before.provider, saved.provider)
	set.add("session_id", before.session, saved.session)
	set.add("open", before.open, saved.open)
	set.add("invoiced", before.invoiced, saved.invoiced)
	set.add("standing", before.limitStatus, saved.limitStatus)
	set.add("document", before.document, saved.document)
	set.add("reseller_reference", before.resellerReference, saved.resellerReference)
	set.add("removed", before.removed, saved.removed)
	if err := t.update(ctx, "save order", "order", "orders", set, []string{"id"}, order.ID); err != nil {
		return err
	}
	for _, b := range order.Bookings {
		before, known := before.bookings[b.Line]
		if err := t.saveBooking(ctx, order.ID, b.Line, before, known, saved.bookings[b.Line]); err != nil {
			return err
		}
	}
	t.rememberRows(order.ID, saved)
	return nil
}

func (t *Tx) saveBooking(ctx context.Context, order string, line int, before bookingRow, known bool,
	now bookingRow) error {
	set := columnChanges{known: known}
	set.add("status", before.status, now.status)
	set.add("product", before.product, now.product)
	set.add("day", before.day, now.day)
	set.add("starts_at", before.startsAt, now.startsAt)
	set.add("supplier", before.supplier, now.supplier)
	set.add("document", before.document, now.document)
	return t.update(ctx, "save booking", "booking", "bookings", set, []string{"order_id", "line"}, order, line)
}

// columnChanges are the columns of a row to set, with their values.
type columnChanges struct {
	known   bool // whether the transaction has read or inserted the row, so that it exists
	columns []string
	values  []any
}

// add sets a column unless it is known to have the value.
func (c *columnChanges) add(column string, before, now any) {
	if !c.known || before != now {
		c.columns, c.values = append(c.columns, column), append(c.values, now)
	}
}

// update changes the row with a key, which must exist. It does nothing without changes.
func (t *Tx) update(
	ctx context.Context, name, noun, table string, set columnChanges, key []string, values ...any,
) error {
	if len(set.columns) == 0 {
		return nil
	}
	var query strings.Builder
	query.WriteString("UPDATE " + table + " SET ")
	for i, column := range set.columns {
		if i > 0 {
			query.WriteString(", ")
		}
		query.WriteString(column + " = $" + strconv.Itoa(i+1))
	}
	query.WriteString(" WHERE ")
	for i, column := range key {
		if i > 0 {
			query.WriteString(" AND ")
		}
		query.WriteString(column + " = $" + strconv.Itoa(len(set.columns)+i+1))
	}
	s := Statement{Name: name, Query: query.String(), Args: append(set.values, values...)}
	if !set.known {
		s.Changed = changesRow(noun)
	}
	return t.enqueue(ctx, s)
}
