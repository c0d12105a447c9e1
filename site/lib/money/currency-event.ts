/** What the document says when another currency is shown: islands are rendered anew. */
export const currencyEvent = 'currency'
