/** What the document says when another currency is shown. Apart, since every page's script knows it. */
export const currencyEvent = 'currency'
