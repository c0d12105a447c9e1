/**
 * Asks at the document, before the page of the address that back or forward led to is shown, whether something on this page
 * shows that address itself; it then prevents the default. Listeners of `popstate` run in the order they came in.
 */
export const popEvent = 'storefront-pop'
