/** Limits of one source, beyond which the page becomes slow. */
export const MOST_BYTES = 20_000_000
export const MOST_RECORDS = 10_000
