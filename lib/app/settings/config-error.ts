/**
 * Mistake for an administrator to correct: one line with the remedy, shown without a
 * stack, never with a secret.
 */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}
