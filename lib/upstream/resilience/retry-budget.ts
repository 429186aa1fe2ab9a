/** Retries per call: more would multiply the load on a failing service. */
const SHARE = 0.2

// Bounds the retries that a quiet period saves up.
const LARGEST_SAVING = 10

/** Token bucket: a call adds a fifth of a retry, a retry spends one. */
export function createRetryBudget() {
  let saved = LARGEST_SAVING
  return {
    earn(): void {
      saved = Math.min(LARGEST_SAVING, saved + SHARE)
    },
    /** @returns false when nothing is left */
    spend(): boolean {
      if (saved < 1) return false
      saved -= 1
      return true
    },
  }
}
