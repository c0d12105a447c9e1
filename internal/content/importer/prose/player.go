package prose

// VideoAddresses are the beginnings of video addresses, by the name of the site.
var VideoAddresses = map[string]string{"youtube": "https://www.youtube.com/watch?v=", "vimeo": "https://vimeo.com/"}
