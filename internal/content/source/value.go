package source

import (
	"errors"
	"reflect"
	"strings"

	"storefront/internal/content/diag"
	"storefront/internal/content/yaml"
)

// Value reads a piece of YAML into a pointer to a struct, map or slice, as files of content are read. The error has the
// first mistake, without a place.
func Value(text string, into any) error {
	root, err := yaml.Parse(text, 1)
	if err != nil {
		if at, ok := errors.AsType[*yaml.Error](err); ok {
			return errors.New(at.Message)
		}
		return err
	}
	return Decode(root, into)
}

// Decode reads a tree of YAML, as Value does its text.
func Decode(root *yaml.Node, into any) error {
	var out []diag.Diagnostic
	(&decoder{file: &file{out: &out}}).decode(root, reflect.ValueOf(into).Elem())
	if len(out) > 0 {
		return errors.New(strings.TrimSpace(out[0].Message))
	}
	return nil
}
