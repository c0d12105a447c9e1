package sqlstore

import (
	stdjson "encoding/json"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"github.com/goccy/go-json"

	"storefront/internal/core/money"
	"storefront/internal/shop/account"
)

// Documents are encoded by go-json, which must write and read what encoding/json does: earlier versions used that.
func TestDocumentsAreThoseOfEncodingJSON(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, document := range []any{
		orderDocument{}, bookingDocument{}, cartDocument{}, deliveryDocument{}, changeDocument{}, messageDocument{},
		negotiationDocument{}, promoScope{}, resellerDocument{}, webhookDocument{}, reviewDocument{}, waitingDocument{},
		account.SignUp{},
	} {
		kind := reflect.TypeOf(document)
		for range 300 {
			value := reflect.New(kind)
			fillRandomly(random, value.Elem())
			want, err := stdjson.Marshal(value.Interface())
			if err != nil {
				t.Fatal(err)
			}
			if got, err := json.Marshal(value.Interface()); err != nil || string(got) != string(want) {
				t.Fatalf("%v is written as\n%s, %v, want\n%s", kind, got, err, want)
			}
			read, wantRead := reflect.New(kind), reflect.New(kind)
			if err := stdjson.Unmarshal(want, wantRead.Interface()); err != nil {
				t.Fatal(err)
			}
			if err := json.Unmarshal(want, read.Interface()); err != nil ||
				!reflect.DeepEqual(read.Interface(), wantRead.Interface()) {
				t.Fatalf("%s is read as\n%+v, %v, want\n%+v", want, read.Elem(), err, wantRead.Elem())
			}
		}
	}
}

// fillRandomly sets some of the fields of a value.
func fillRandomly(random *rand.Rand, v reflect.Value) {
	switch {
	case v.Type() == reflect.TypeFor[time.Time]():
		v.Set(reflect.ValueOf(time.Unix(random.Int64N(1<<33), random.Int64N(1e9)).UTC()))
		return
	case v.Type() == reflect.TypeFor[instant]():
		v.Set(reflect.ValueOf(instant(time.Unix(random.Int64N(1<<33), 0).UTC())))
		return
	case v.Type() == reflect.TypeFor[money.Rate]():
		v.SetInt(1 + random.Int64N(1e12))
		return
	case v.Kind() != reflect.Struct && random.IntN(3) == 0:
		return // zero, nil or empty
	}
	switch v.Kind() {
	case reflect.String:
		texts := []string{"a", "نزهة", "\"<&>\\/", "\u2028\u2029\x00\x1f\t\n", "\xff\xc0invalid", "🏜\u0301", "null"}
		v.SetString(texts[random.IntN(len(texts))])
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(int64(random.Uint64()) >> random.IntN(63))
	case reflect.Float64:
		v.SetFloat([]float64{0.1, -25.0342, 1e21, 1e-7, 3}[random.IntN(5)])
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fillRandomly(random, v.Elem())
	case reflect.Slice:
		n := random.IntN(3)
		v.Set(reflect.MakeSlice(v.Type(), n, n))
		for i := range n {
			fillRandomly(random, v.Index(i))
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		for range random.IntN(3) {
			key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
			fillRandomly(random, key)
			fillRandomly(random, value)
			v.SetMapIndex(key, value)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				fillRandomly(random, v.Field(i))
			}
		}
	default:
		panic("no value for " + v.Type().String())
	}
}
