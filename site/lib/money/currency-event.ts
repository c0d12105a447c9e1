/** Dispatched at the document when the shown currency changes: islands render again. */
export const currencyEvent = 'currency'
