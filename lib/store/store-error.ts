/** Why there is no store: one line for the person at the terminal, with the way out and without a password. */
export class StoreError extends Error {
  override readonly name = 'StoreError'
}
