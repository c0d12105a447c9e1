package main

import "path/filepath"

// What is in the data folder.
const (
	databaseFile    = "storefront.db" // of SQLite
	sandboxDatabase = "sandbox.db"
	sandboxSecret   = "sandbox.secret"
	linkSecretFile  = "link.secret"
	ticketKeyFile   = "ticket.pem"
	mailFolder      = "mail"     // mails that no server takes
	pictureFolder   = "pictures" // made ones, which can be made again
)

// in is the path of something in the data folder.
func (c *configuration) in(name string) string { return filepath.Join(c.data, name) }
