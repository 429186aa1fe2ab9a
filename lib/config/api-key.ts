import { ConfigError } from './config-error'
import { Secret } from './secret'

/**
 * Reads the key's text. Its format is not shown (§5), so all that a header can carry is let through.
 * @param source the variable that named it, for the message
 * @throws ConfigError, which never shows the key
 */
export function parseApiKey(source: string, text: string): Secret {
  const key = text.trim()
  if (key === '') throw new ConfigError(`${source} holds no key: it is empty or only white space`)
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw new ConfigError(
      `${source} holds characters that no header can carry; allowed are visible ASCII characters without spaces`,
    )
  }
  return new Secret(key)
}
