/** What an administrator has to correct: one line with the remedy, shown without a stack and never with a secret. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}
