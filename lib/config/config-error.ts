/** A variable of the environment that cannot be used. The message is one line and never holds a value that may be secret. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}
