package api

import (
	"cmp"
	"context"
	_ "embed"
	"errors"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/getkin/kin-openapi/openapi3"

	"storefront/internal/core/fault"
	"storefront/internal/core/form"
)

//go:embed openapi.yaml
var contract []byte

// requestSchemas returns a schema for the request of each operation. Its properties are the parameters, and the body
// as "Body".
var requestSchemas = sync.OnceValue(func() map[string]*openapi3.Schema {
	spec, err := openapi3.NewLoader().LoadFromData(contract)
	if err != nil {
		panic(err) // the generated code comes from the same file
	}
	all := map[string]*openapi3.Schema{}
	for _, path := range spec.Paths.Map() {
		for _, o := range path.Operations() {
			request := openapi3.NewObjectSchema()
			for _, p := range slices.Concat(path.Parameters, o.Parameters) {
				request.WithPropertyRef(p.Value.Name, p.Value.Schema)
			}
			if o.RequestBody != nil && o.RequestBody.Value.Content["application/json"] != nil {
				request.WithPropertyRef("Body", o.RequestBody.Value.Content["application/json"].Schema)
			}
			all[strings.ToUpper(o.OperationID[:1])+o.OperationID[1:]] = request
		}
	}
	return all
})

// checkBounds rejects requests that exceed a bound of openapi.yaml: a length, a number, a count or a pattern.
func checkBounds(next StrictHandlerFunc, operation string) StrictHandlerFunc {
	return func(ctx context.Context, w http.ResponseWriter, r *http.Request, request any) (any, error) {
		var wrong form.FieldErrors
		collectBoundErrors(&wrong, "", requestSchemas()[operation], reflect.ValueOf(request))
		if err := wrong.Err("A field of the request exceeds its bounds."); err != nil {
			return nil, err
		}
		return next(ctx, w, r, request)
	}
}

// collectBoundErrors notes the fields of a decoded value that exceed the bounds of its schema. The strings and numbers
// of a list share its name, except for quantities, which have their ids.
func collectBoundErrors(wrong *form.FieldErrors, name string, s *openapi3.Schema, v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			collectBoundErrors(wrong, name, s, v.Elem())
		}
	case reflect.Slice:
		if s.MaxItems != nil && v.Len() > int(*s.MaxItems) {
			wrong.Add(name, fault.Max)
			return
		}
		for i := range v.Len() {
			collectBoundErrors(wrong, name, s.Items.Value, v.Index(i))
		}
	case reflect.Struct:
		collectFieldErrors(wrong, name, s, v)
	default:
		wrong.Add(name, exceededBound(s, v))
	}
}

func collectFieldErrors(wrong *form.FieldErrors, name string, s *openapi3.Schema, v reflect.Value) {
	switch part := v.Interface().(type) { // the names that services have for them
	case Quantity:
		if wrong.Add(name, exceededBound(s.Properties["id"].Value, reflect.ValueOf(part.Id))) {
			wrong.Add(name+"."+part.Id, exceededBound(s.Properties["quantity"].Value, reflect.ValueOf(part.Quantity)))
		}
		return
	case Choice:
		name = ""
	case Guest:
		name = "guest"
	}
	for i, field := range fieldsOf(v.Type()) {
		value, property := v.Field(i), s.Properties[cmp.Or(field.key, field.name)]
		path := field.key
		if name != "" {
			path = name + "." + path
		}
		switch {
		case field.name == "Params":
			collectBoundErrors(wrong, "", s, value)
		case property == nil, value.IsZero() && field.omitzero: // absent
		case value.IsZero() && slices.Contains(s.Required, field.key):
			if exceededBound(property.Value, value) != "" {
				wrong.Add(path, fault.Required)
			}
		default:
			collectBoundErrors(wrong, path, property.Value, value)
		}
	}
}

// requestField is a field of a generated struct: its name in Go, and that in JSON, which is empty for none.
type requestField struct {
	name, key string
	omitzero  bool
}

// fieldCache holds the fields of the structs of requests: reading their tags costs more than checking most values.
var fieldCache sync.Map

func fieldsOf(t reflect.Type) []requestField {
	if cached, ok := fieldCache.Load(t); ok {
		return cached.([]requestField)
	}
	all := make([]requestField, t.NumField())
	for i := range all {
		field := t.Field(i)
		key, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		all[i] = requestField{field.Name, key, strings.Contains(options, "omitzero")}
	}
	fieldCache.Store(t, all)
	return all
}

// boundCodes are the codes of fields by the keyword of the bound that they exceed. Services check the other keywords.
var boundCodes = map[string]fault.FieldCode{
	"minLength": fault.Min, "maxLength": fault.Max, "minimum": fault.Min, "maximum": fault.Max, "pattern": fault.Format,
}

// exceededBound returns the code of the bound that a string or number exceeds, if any.
func exceededBound(s *openapi3.Schema, v reflect.Value) fault.FieldCode {
	var err error
	switch v.Kind() {
	case reflect.String:
		err = s.VisitJSON(v.String())
	case reflect.Int, reflect.Int64:
		err = s.VisitJSON(v.Int())
	case reflect.Float64:
		err = s.VisitJSON(v.Float())
	}
	if e, ok := errors.AsType[*openapi3.SchemaError](err); ok {
		return boundCodes[e.SchemaField]
	}
	if err != nil {
		return fault.Format // no JSON has it, such as NaN
	}
	return ""
}
