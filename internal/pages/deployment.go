package pages

// Deployment is an entry of builds/meta/deployments.json: what the server has to know of a tenant.
type Deployment struct {
	ID    string   `json:"id"`
	Hosts []string `json:"hosts"`
	// Name is the tenant's own, by language.
	Name map[string]string `json:"name"`
	// Languages begin with the default, whose paths have no prefix; Currencies with the default too.
	Languages  []string `json:"languages"`
	Currencies []string `json:"currencies"`
	PayLater   bool     `json:"payLater"`
	// CSP are the hashes of the scripts that stand in the pages themselves, "sha256-…".
	CSP []string `json:"csp"`
}
