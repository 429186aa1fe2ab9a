/** What is opened at once at the most; more would make the page slow, not wrong. */
export const MOST_BYTES = 20_000_000
export const MOST_RECORDS = 10_000
