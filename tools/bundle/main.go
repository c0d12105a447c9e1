// Command bundle packs the built site into .bundle/, for folders of content outside this repository: make bundle.
package main

import (
	"fmt"
	"os"

	"storefront/internal/build/sitebundle"
)

func main() {
	archive, err := sitebundle.Pack("site/dist", ".bundle")
	if err != nil {
		fmt.Fprintln(os.Stderr, "bundle:", err)
		os.Exit(1)
	}
	fmt.Println(archive)
}
