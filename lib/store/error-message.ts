/** Without the values to be stored, which the store's own error repeats. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message : messageOf(error.cause)
}
