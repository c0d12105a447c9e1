package ticket

import (
	"crypto/ed25519"
)

// QRModules is how many squares a code has along a side.
func QRModules(text string) int {
	image, err := encodeQR(text)
	if err != nil {
		panic(err)
	}
	return image.Bounds().Dx()
}

func mustDecode(text string) []byte {
	data, err := decode45(text[len(codePrefix):])
	if err != nil {
		panic(err)
	}
	return data
}

// Reversion replaces the version of a code.
func Reversion(text string, version byte) string {
	data := mustDecode(text)
	data[0] = version
	return codePrefix + encode45(data)
}

// Tamper changes a byte of a code, counted from its end.
func Tamper(text string, at int) string {
	data := mustDecode(text)
	data[len(data)+at] ^= 1
	return codePrefix + encode45(data)
}

// Parts are what a code's signature is over, except its context, and the signature.
func Parts(text string) (message, signature []byte) {
	data := mustDecode(text)
	at := len(data) - ed25519.SignatureSize
	return data[:at], data[at:]
}
