/** Why Kerbside does not start: one line for the person at the terminal, with the way out. */
export class StartError extends Error {
  override readonly name = 'StartError'
}
