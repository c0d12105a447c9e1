/**
 * Fired on back and forward before the router renders; an island that shows the URL itself calls `preventDefault()`.
 */
export const popEvent = 'storefront-pop'
