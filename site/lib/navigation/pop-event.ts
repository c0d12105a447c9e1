/**
 * Dispatched on back and forward before the router renders; an island that handles the URL calls `preventDefault()`.
 */
export const popEvent = 'storefront-pop'
