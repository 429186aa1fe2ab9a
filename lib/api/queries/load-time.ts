/** How long an answer counts as new: the parts of a page that is being loaded are mounted one after the other. */
export const LOAD_MS = 2_000
