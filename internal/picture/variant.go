package picture

import (
	"context"

	"storefront/internal/core/fault"
)

// Variant returns the picture that the proxy serves for a source and modifiers, as WebP unless they name a format. A
// failure is that of Parse, Probe or Make, or Invalid if the result would depend on the client.
func Variant(ctx context.Context, e Engine, source []byte, modifiers string) ([]byte, error) {
	recipe, err := Parse(modifiers)
	if err != nil {
		return nil, err
	}
	if recipe.Auto {
		return nil, fault.New(fault.Invalid, "A file needs a fixed format, not auto.",
			fault.Field{Name: "format", Code: fault.Closed})
	}
	if recipe.Format == "" {
		recipe.Format = WebP
	}
	header, err := Probe(source)
	if err != nil {
		return nil, err
	}
	return e.Make(ctx, source, header, recipe)
}
