package prose

// Videos are where players that were embedded can be watched.
var Videos = map[string]string{"youtube": "https://www.youtube.com/watch?v=", "vimeo": "https://vimeo.com/"}
