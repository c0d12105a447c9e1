// Package clientgone recognises requests whose client left before the response. They are no failure of the server.
package clientgone

import (
	"context"
	"errors"
)

// Status is the status of such a request in logs and metrics, as in those of nginx. No client receives it.
const Status = 499

// Is reports whether the request with a context failed with an error because its client left.
func Is(ctx context.Context, err error) bool {
	return errors.Is(err, context.Canceled) && errors.Is(ctx.Err(), context.Canceled)
}
