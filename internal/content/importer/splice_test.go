package importer

import (
	"strings"
	"testing"

	"storefront/internal/content/yaml"
)

// Only changed values are rewritten. Comments, quotation marks and spaces elsewhere stay the same.
func TestSpliceYAMLChangesOnlyTheChangedValues(t *testing.T) {
	const product = `# The boat.
city: dubai # in the marina
categories:
  - desert # first
  - sea
options: # of the boat
  - id: deck
    capacity: 10 # six kayaks
    # Children are half.
    units: # of the boats
      - {type: ADULT, price: 20} # with tea
      - type: CHILD
        price: "10" # half
    # The second boat.
  - id: cabin
    capacity: 4   # few
    units: [{type: ADULT, price: 40}]   # dear

# What it is called elsewhere.
sourceId: D1
`
	for name, x := range map[string][]string{
		"a price":        {"price: 20}", "price: 25}"},
		"a capacity":     {"capacity: 10", "capacity: 12"},
		"a quoted price": []string{`"10"`, `"12"`},
		"an added price": {"price: 20}", "price: 20, originalPrice: 30}"},
		"an item in the middle of a list": {
			"categories:\n  - desert # first\n  - sea", "categories: [desert, air, sea]"},
		"an item of a list":         {"- sea", "- air"},
		"an added unit":             {"\"10\" # half\n", "\"10\" # half\n      - {type: INFANT, price: 0}\n"},
		"an added unit in brackets": {"price: 40}]", "price: 40}, {type: CHILD, price: 9}]"},
		"an added option":           {"# dear\n", "# dear\n  - {id: roof, capacity: 2}\n"},
		"a removed unit":            {"      - {type: ADULT, price: 20} # with tea\n", ""},
		"a removed option": {"  - id: cabin\n    capacity: 4   # few\n    units: [{type: ADULT, price: 40}]   # dear\n",
			""},
		"a removed key": {"    capacity: 10 # six kayaks\n", ""},
		"an added key":  {"sourceId: D1\n", "sourceId: D1\nweight: 3\n"},
		"an added nested key": {"   # few\n    units: [{type: ADULT, price: 40}]   # dear\n",
			"   # few\n    units: [{type: ADULT, price: 40}]   # dear\n    maxTravellers: 3\n"},
		"a value of another kind": {"city: dubai # in the marina", "city: [dubai, oman] # in the marina"},
		"several changes": {"price: 20}", "price: 25}", "capacity: 4 ", "capacity: 5 ", "D1", "D2",
			"  - sea\n", ""},
		"a list of another kind": {"units: # of the boats\n      - {type: ADULT, price: 20} # with tea\n" +
			"      - type: CHILD\n        price: \"10\" # half\n", "units: none # of the boats\n"},
	} {
		want := strings.NewReplacer(x...).Replace(product)
		ours, err := yaml.Parse(product, 1)
		if err != nil {
			t.Fatal(err)
		}
		merged, err := yaml.Parse(want, 1)
		if err != nil {
			t.Fatal(err)
		}
		read := func(front string) (*yaml.Node, error) { return yaml.Parse(front, 1) }
		if got := spliceYAML(product, ours, merged, read); got != want || got == product {
			t.Errorf("%s: got\n%s", name, got)
		}
	}
}
