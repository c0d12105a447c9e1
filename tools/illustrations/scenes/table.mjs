/** One row of the table: the time of day and the composition. The seed is the picture's name. */
export const s = (time, draw, seed) => ({ time, draw, seed });
