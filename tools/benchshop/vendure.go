package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
)

// vendureVersion is that of vendure/package.json.
const vendureVersion = "3.7.3"

// vendure is a Vendure server.
type vendure struct {
	process  *process
	products []product
	words    []string
}

func (v *vendure) address() string { return v.process.url }

func (o options) startVendure(ctx context.Context, dsn string, products []product) (*vendure, error) {
	database := map[string]any{"type": "better-sqlite3", "database": filepath.Join(o.dir, "vendure.db"),
		"enableWAL": true}
	if dsn != "" {
		u, err := url.Parse(dsn)
		if err != nil {
			return nil, err
		}
		database = map[string]any{"type": "postgres", "host": u.Query().Get("host"), "username": u.Query().Get("user"),
			"database": u.Path[1:]}
	}
	type item struct {
		Title       string `json:"title"`
		Slug        string `json:"slug"`
		Description string `json:"description"`
		Price       int64  `json:"price"`
	}
	var items []item
	for _, p := range products {
		items = append(items, item{p.Title, p.Slug, p.Product.Summary + "\n\n" + p.Product.Overview, p.price()})
	}
	input, err := json.Marshal(map[string]any{"database": database, "products": items})
	if err != nil {
		return nil, err
	}
	file := filepath.Join(o.dir, "vendure.json")
	if err := os.WriteFile(file, input, 0o600); err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, "node", "--no-deprecation", "serve.mjs", file)
	cmd.Dir = o.vendure
	cmd.Env = append(os.Environ(), "NODE_ENV=production", "VENDURE_DISABLE_TELEMETRY=true")
	p, err := startProcess(cmd, addressFromOutput)
	return &vendure{process: p, products: products}, err
}

// query sends a GraphQL document with a session, and returns the session of the response.
func (v *vendure) query(ctx context.Context, c *client, session, document string, variables map[string]any,
	into any) (string, error) {
	r := request{method: http.MethodPost, path: "/shop-api",
		header: map[string]string{"Content-Type": "application/json"},
		body:   map[string]any{"query": document, "variables": variables}}
	if session != "" {
		r.header["Authorization"] = "Bearer " + session
	}
	header, content, err := c.send(ctx, r, http.StatusOK)
	if err != nil {
		return "", err
	}
	answer := struct {
		Data   any
		Errors json.RawMessage
	}{Data: into}
	if err := json.Unmarshal(content, &answer); err != nil {
		return "", err
	}
	if len(answer.Errors) > 0 {
		return "", fmt.Errorf("vendure: %.500s", answer.Errors)
	}
	if issued := header.Get("Vendure-Auth-Token"); issued != "" {
		session = issued
	}
	return session, nil
}

// order is an Order, or an error result without a code.
type order struct {
	Code, State, ErrorCode, Message string
	TotalWithTax, TotalQuantity     int64
}

const orderFields = `{ __typename ... on Order { code state totalWithTax totalQuantity }
	... on ErrorResult { errorCode message } }`

func (v *vendure) readProduct(ctx context.Context, c *client, i int) error {
	p := v.products[i%len(v.products)]
	var answer struct {
		Product struct {
			Slug     string
			Variants []struct{ PriceWithTax int64 }
		}
	}
	_, err := v.query(ctx, c, "", `query ($slug: String!) { product(slug: $slug) { id name slug description
		variants { id sku name priceWithTax currencyCode stockLevel } } }`, map[string]any{"slug": p.Slug}, &answer)
	if err == nil && (answer.Product.Slug != p.Slug || len(answer.Product.Variants) != 1 ||
		answer.Product.Variants[0].PriceWithTax != p.price()) {
		err = fmt.Errorf("vendure: product %s is %v", p.Slug, answer)
	}
	return err
}

func (v *vendure) addToCart(ctx context.Context, c *client, i int) error {
	_, _, err := v.fillCart(ctx, c, i)
	return err
}

// fillCart puts a product into a new cart.
func (v *vendure) fillCart(ctx context.Context, c *client, i int) (session string, o order, err error) {
	var answer struct{ AddItemToOrder order }
	// The variants are numbered in the order in which serve.mjs made them.
	session, err = v.query(ctx, c, "", `mutation ($variant: ID!) {
		addItemToOrder(productVariantId: $variant, quantity: 1) `+orderFields+` }`,
		map[string]any{"variant": fmt.Sprint(1 + i%len(v.products))}, &answer)
	o = answer.AddItemToOrder
	if err == nil && (o.Code == "" || o.TotalQuantity != 1 || o.TotalWithTax != v.products[i%len(v.products)].price()) {
		err = fmt.Errorf("vendure: the cart is %+v", o)
	}
	return session, o, err
}

func (v *vendure) checkOut(ctx context.Context, c *client, i int) error {
	session, cart, err := v.fillCart(ctx, c, i)
	if err != nil {
		return err
	}
	var placed struct{ SetCustomerForOrder, TransitionOrderToState order }
	_, err = v.query(ctx, c, session, `mutation ($buyer: CreateCustomerInput!) {
		setCustomerForOrder(input: $buyer) `+orderFields+`
		transitionOrderToState(state: "ArrangingPayment") `+orderFields+` }`, map[string]any{"buyer": map[string]string{
		"firstName": "Amina", "lastName": "Al Balushi", "emailAddress": email(i), "phoneNumber": "+96892123456",
	}}, &placed)
	if err == nil && placed.TransitionOrderToState.State != "ArrangingPayment" {
		err = fmt.Errorf("vendure: the order is not placed: %+v", placed)
	}
	if err != nil {
		return err
	}
	var paid struct{ AddPaymentToOrder order }
	_, err = v.query(ctx, c, session, `mutation {
		addPaymentToOrder(input: {method: "card", metadata: {}}) `+orderFields+` }`, nil, &paid)
	if err == nil && paid.AddPaymentToOrder.Code != cart.Code {
		err = fmt.Errorf("vendure: the order is not paid: %+v", paid)
	}
	if err != nil {
		return err
	}
	var final struct{ OrderByCode order }
	_, err = v.query(ctx, c, session, `query ($code: String!) { orderByCode(code: $code) {
		code state totalWithTax totalQuantity payments { state amount } lines { quantity productVariant { name } } } }`,
		map[string]any{"code": cart.Code}, &final)
	if err == nil && (final.OrderByCode.State != "PaymentSettled" ||
		final.OrderByCode.TotalWithTax != cart.TotalWithTax) {
		err = fmt.Errorf("vendure: the order is %+v", final)
	}
	return err
}

func (v *vendure) search(ctx context.Context, c *client, i int) error {
	n, err := v.countResults(ctx, c, v.words[i%len(v.words)])
	if err == nil && n == 0 {
		err = fmt.Errorf("vendure finds nothing for %s", v.words[i%len(v.words)])
	}
	return err
}

// countResults returns how many products a word finds.
func (v *vendure) countResults(ctx context.Context, c *client, word string) (int, error) {
	var answer struct{ Search struct{ TotalItems int } }
	_, err := v.query(ctx, c, "",
		`query ($term: String!) { search(input: {term: $term, groupByProduct: true, take: 24}) {
		totalItems items { productName slug description currencyCode
			priceWithTax { ... on SinglePrice { value } ... on PriceRange { min max } } } } }`,
		map[string]any{"term": word}, &answer)
	return answer.Search.TotalItems, err
}
