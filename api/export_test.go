package api

import "log/slog"

// StrictOptions are those that every route of the contract is made with.
func StrictOptions(log *slog.Logger) StrictHTTPServerOptions { return problems{log}.strictOptions() }

// NetworkOf returns the network of a request.
var NetworkOf = networkOf

// SchemeOf is how the visitor sees the site: http or https.
var SchemeOf = schemeOf
