package digest_test

import (
	"encoding/json"
	"testing"

	"storefront/internal/lib/digest"
)

func TestOfDependsOnTheBoundariesOfItsParts(t *testing.T) {
	if digest.Of([]byte("ab"), []byte("c")) == digest.Of([]byte("a"), []byte("bc")) {
		t.Error("the digest is that of the concatenation")
	}
}

func TestOfFileIgnoresHowContentIsSplit(t *testing.T) {
	if digest.OfFile([]byte("dunes")) != digest.OfFile([]byte("du"), nil, []byte("nes")) {
		t.Error("the digest depends on the parts")
	}
}

func TestDigestSurvivesJSONRoundTrip(t *testing.T) {
	type holder struct{ Digest digest.Digest }
	want := holder{digest.Of([]byte("dunes"))}
	data, err := json.Marshal(want)
	var got holder
	if err := json.Unmarshal(data, &got); err != nil || got != want {
		t.Errorf("%s is read as %v, %v", data, got, err)
	}
	if err != nil || json.Unmarshal([]byte(`{"Digest":"ab"}`), &got) == nil {
		t.Error("a digest of one byte is read", err)
	}
}
