import { ConfigError } from '@/lib/app/settings/config-error'
import { isLoopback } from '@/lib/app/settings/loopback'
import { Secret } from '@/lib/app/settings/secret'
import type { Parser } from './basic'

const ALLOWED =
  'allowed is https://host[:port][/prefix], or http:// on a loopback host, without user, query or fragment'

/**
 * The address of the service; the six paths of §4, which begin with `/api/beta`, are relative to it.
 * @returns origin and path prefix, without a trailing slash
 * @throws ConfigError; its message does not repeat the address, which may carry a password or a key by mistake
 */
export const parseBaseUrl: Parser<string> = (text, name) => {
  const refusal = (reason: string) => new ConfigError(`${name} ${reason}; ${ALLOWED}`)
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url) throw refusal('is no address')
  if (url.username !== '' || url.password !== '') throw refusal('holds a user name or password')
  // Not url.search: that is empty for a lone `?` too.
  if (/[?#]/.test(text)) throw refusal('holds a query or a fragment')
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) {
    throw refusal('would send the key unencrypted')
  }
  const prefix = url.pathname.replace(/\/+$/, '')
  if (prefix.endsWith('/api/beta')) throw refusal('ends in /api/beta, which Kerbside adds: leave it off')
  return url.origin + prefix
}

/**
 * The key's text. Its format is not documented (§5), so everything that a header can carry is accepted.
 * @throws ConfigError, which never shows the key
 */
export const parseApiKey: Parser<Secret> = (text, name) => {
  const key = text.trim()
  if (key === '') throw new ConfigError(`${name} holds no key: it is empty or only white space`)
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw new ConfigError(
      `${name} holds characters that no header can carry; allowed are visible ASCII characters without spaces`,
    )
  }
  return new Secret(key)
}

/** Words separated by commas. */
export const parseWords: Parser<readonly string[]> = (text, name) => {
  const words = text.split(',').map((word) => word.trim())
  if (words.every((word) => word !== '' && !/\p{Cc}/u.test(word))) return words
  throw new ConfigError(`${name} must be words separated by commas, such as free,vrij; it has an empty one`)
}
