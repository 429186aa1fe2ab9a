/** At most so many retries for each call: while much fails, retries would multiply the load on a service in trouble. */
const SHARE = 0.2

// A quiet hour must not save up for a storm.
const LARGEST_SAVING = 10

/** Every call saves a fifth of a retry; a retry spends a whole one. */
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
