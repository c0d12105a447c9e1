package api_test

import (
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"storefront/api"
	"storefront/internal/core/fault"
	"storefront/internal/core/form"
	"storefront/internal/shop/account"
)

// bound is a limit of the contract: a value at it, a value beyond it, and the code of the latter.
type bound struct {
	at, beyond any
	code       fault.FieldCode
}

// boundsOf returns the limits of the value at a path. Texts are of Arabic letters, which take two bytes each.
func boundsOf(s *openapi3.Schema, example any, path string) (all []bound) {
	text := func(n uint64) string { return strings.Repeat("ل", int(n)) }
	list := func(n uint64) any { return slices.Repeat([]any{sample(s.Items.Value, "", nil)}, int(n)) }
	if s.MaxLength != nil {
		all = append(all, bound{text(*s.MaxLength), text(*s.MaxLength + 1), fault.Max})
	}
	if s.MinLength > 0 {
		all = append(all, bound{text(s.MinLength), text(s.MinLength - 1), fault.Min})
	}
	if s.Max != nil {
		all = append(all, bound{*s.Max, *s.Max + 1, fault.Max})
	}
	if s.Min != nil && *s.Min == 1 && strings.HasPrefix(path, ".") { // in a body, 0 is no answer
		all = append(all, bound{*s.Min, 0, fault.Required})
	} else if s.Min != nil {
		all = append(all, bound{*s.Min, *s.Min - 1, fault.Min})
	}
	if s.MaxItems != nil {
		all = append(all, bound{list(*s.MaxItems), list(*s.MaxItems + 1), fault.Max})
	}
	if s.Pattern != "" {
		all = append(all, bound{example, fmt.Sprint(example, "0"), fault.Format})
	}
	return all
}

// sample returns a value of a schema within its bounds, with values of its own at some paths.
func sample(s *openapi3.Schema, path string, with map[string]any) any {
	if value, ok := with[path]; ok {
		return value
	}
	switch {
	case s.Type.Is("object"):
		object := map[string]any{}
		for key, property := range s.Properties {
			object[key] = sample(property.Value, path+"."+key, with)
		}
		return object
	case s.Type.Is("array"):
		return []any{sample(s.Items.Value, path+"[]", with)}
	case s.Example != nil:
		return s.Example
	case s.Enum != nil:
		return s.Enum[0]
	case s.Type.Is("boolean"):
		return true
	case s.Type.Is("integer"), s.Type.Is("number"):
		return 1
	}
	return strings.Repeat("x", int(max(1, s.MinLength)))
}

// walk calls visit with every schema of a value, and its path.
func walk(s *openapi3.Schema, path string, visit func(s *openapi3.Schema, path string)) {
	visit(s, path)
	for key, property := range s.Properties {
		walk(property.Value, path+"."+key, visit)
	}
	if s.Items != nil {
		walk(s.Items.Value, path+"[]", visit)
	}
}

// fieldAt returns the name of a path of a body in problem documents.
func fieldAt(operation, path string) string {
	name := strings.TrimPrefix(strings.TrimPrefix(path, "."), "choice.")
	if operation == "setCartGuest" {
		name = "guest." + name
	}
	return strings.NewReplacer("[].quantity", ".adult", "[].id", "", "[]", "").Replace(name)
}

// TestEveryBoundOfTheContractIsEnforced sends, for each bound, a request at it and a request beyond it.
func TestEveryBoundOfTheContractIsEnforced(t *testing.T) {
	spec, err := openapi3.NewLoader().LoadFromFile("openapi.yaml")
	if err != nil {
		t.Fatal(err)
	}
	v, count := open(t).visitor(), 0
	for path, item := range spec.Paths.Map() {
		for method, o := range item.Operations() {
			parameters := slices.Concat(item.Parameters, o.Parameters)
			var body *openapi3.Schema
			if o.RequestBody != nil && o.RequestBody.Value.Content["application/json"] != nil {
				body = o.RequestBody.Value.Content["application/json"].Schema.Value
			}
			send := func(with map[string]any) (p api.Problem) {
				target, header := address(path, parameters, with)
				var data []byte
				if body != nil {
					data, _ = json.Marshal(sample(body, "", with)) // of maps and texts
				}
				response, got := v.send(method, target, string(data), header...)
				if response.StatusCode == 400 {
					if err := json.Unmarshal([]byte(got), &p); err != nil {
						t.Fatalf("%s: %s", target, got)
					}
				}
				return p
			}
			try := func(s *openapi3.Schema, example any, path, name string) {
				for _, b := range boundsOf(s, example, path) {
					count++
					want := api.ProblemField{Name: name, Code: b.code}
					const outside = "A field of the request exceeds its bounds."
					if p := send(map[string]any{path: b.beyond}); p.Code != fault.Invalid || p.Detail != outside ||
						len(p.Fields) == 0 || p.Fields[0] != want {
						t.Errorf("%s: %s %s: beyond the bound it answers %+v", o.OperationID, name, b.code, p)
					}
					if p := send(map[string]any{path: b.at}); p.Detail == outside {
						t.Errorf("%s: %s %s: at the bound it answers %+v", o.OperationID, name, b.code, p)
					}
				}
			}
			for _, p := range parameters {
				walk(p.Value.Schema.Value, p.Value.Name, func(s *openapi3.Schema, path string) {
					try(s, p.Value.Example, path, p.Value.Name)
				})
			}
			if body != nil {
				walk(body, "", func(s *openapi3.Schema, path string) {
					try(s, s.Example, path, fieldAt(o.OperationID, path))
				})
			}
		}
	}
	if count < 100 {
		t.Errorf("the contract has %d bounds", count)
	}
}

// address returns the target and the headers of a request with these parameters.
func address(path string, parameters openapi3.Parameters, with map[string]any) (target string, header []string) {
	query := url.Values{}
	for _, ref := range parameters {
		p := ref.Value
		value := p.Example
		if value == nil || with[p.Name] != nil || with[p.Name+"[]"] != nil {
			value = sample(p.Schema.Value, p.Name, with)
		}
		var texts []string
		if list, ok := value.([]any); ok {
			for _, item := range list {
				texts = append(texts, text(item))
			}
		} else {
			texts = []string{text(value)}
		}
		if p.Explode != nil && !*p.Explode {
			texts = []string{strings.Join(texts, ",")}
		}
		switch p.In {
		case "path":
			path = strings.ReplaceAll(path, "{"+p.Name+"}", url.PathEscape(texts[0]))
		case "header":
			header = append(header, p.Name, texts[0])
		default:
			query[p.Name] = texts
		}
	}
	return path + "?" + query.Encode(), header
}

func text(value any) string {
	if n, ok := value.(float64); ok {
		return strconv.FormatFloat(n, 'f', -1, 64)
	}
	return fmt.Sprint(value)
}

// TestContractBoundsEqualThoseOfServices compares the bounds that services enforce for operators too.
func TestContractBoundsEqualThoseOfServices(t *testing.T) {
	spec, err := openapi3.NewLoader().LoadFromFile("openapi.yaml")
	if err != nil {
		t.Fatal(err)
	}
	owned := map[string]uint64{"email": form.MaxEmailLength, "password": account.MaxPasswordLength,
		"firstName": account.MaxNameLength, "lastName": account.MaxNameLength}
	for name, schema := range spec.Components.Schemas {
		for key, property := range schema.Value.Properties {
			if most := owned[key]; most > 0 && property.Value.MaxLength != nil && *property.Value.MaxLength != most {
				t.Errorf("%s.%s has at most %d characters, its service says %d", name, key,
					*property.Value.MaxLength, most)
			}
		}
	}
}
