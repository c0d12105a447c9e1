package flat_test

import (
	"reflect"
	"testing"
	"time"

	"storefront/internal/lib/flat"
)

type node struct {
	Name  string
	Key   [16]byte
	Data  []byte
	Count int32
	Size  uint64
	Share float64
	Open  bool
	At    time.Time
	Of    map[string]*node
	Next  *node
	All   []node
	None  []string
}

func sample() node {
	return node{Name: "dunes", Key: [16]byte{1, 255}, Data: []byte{0, 9}, Count: -70_000, Size: 1 << 63, Share: -0.5,
		Open: true, At: time.Date(2026, 11, 26, 19, 0, 0, 7, time.UTC), Of: map[string]*node{"b": {}, "a": nil},
		Next: &node{Name: "camp", All: []node{}}, All: []node{{}, {None: []string{"", "é"}}}}
}

func TestDecodeReturnsTheAppendedValue(t *testing.T) {
	want := sample()
	data := append(flat.Append(nil, &want), "rest"...)
	var got node
	rest, err := flat.Decode(data, &got)
	if err != nil || string(rest) != "rest" || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %q, %v", got, rest, err)
	}
	if got.Next.All == nil || got.None != nil {
		t.Error("an empty list and none are the same")
	}
}

func TestDecodeRejectsTruncatedData(t *testing.T) {
	whole := sample()
	data := flat.Append(nil, &whole)
	for n := range data {
		var got node
		if _, err := flat.Decode(data[:n], &got); err != flat.ErrFormat {
			t.Fatalf("%d of %d bytes: %v", n, len(data), err)
		}
	}
}
