/** Stands between facts on one line; where the line breaks, it stays at the end. */
export const dot = '\u00a0· '
