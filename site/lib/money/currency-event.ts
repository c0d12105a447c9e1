/** Fired on the document when another currency is shown: islands render again. */
export const currencyEvent = 'currency'
