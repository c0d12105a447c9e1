package payload

// AddressesFile is where a tree has its MovedPages, as a list.
const AddressesFile = "builds/meta/addresses.json"

// MovedPage is a page whose address has a slug in some language. Its address by the names of folders, and those of its
// other languages, lead to it in each language.
type MovedPage struct {
	Product string `json:"product,omitempty"` // its id, if it is a product's page
	// Named is its path by the names of folders, without locale prefix.
	Named string `json:"named"`
	// Paths are its addresses, with their locale prefix, in the languages that have the page.
	Paths map[string]string `json:"paths"`
}
