package octo

// Details has the reasons for refusals in Arabic.
var Details = details
