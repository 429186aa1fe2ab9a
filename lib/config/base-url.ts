import { ConfigError } from './config-error'

const ALLOWED =
  'allowed is https://host[:port][/prefix], or http:// on a loopback host, without user, query or fragment'

/**
 * Reads the address of the service; the six paths of §4, which begin with `/api/beta`, are relative to it.
 * @returns origin and path prefix, without a trailing slash
 * @throws ConfigError; its message does not repeat the address, which may carry a password or a key by mistake
 */
export function parseBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url) throw refusal('is no address')
  if (url.username !== '' || url.password !== '') throw refusal('holds a user name or password')
  // Not url.search: that is empty for a lone `?` too.
  if (/[?#]/.test(text)) throw refusal('holds a query or a fragment')
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) {
    throw refusal('would send the key unencrypted')
  }
  const prefix = url.pathname.replace(/\/+$/, '')
  if (prefix.endsWith('/api/beta'))
    throw refusal('ends in /api/beta, which Kerbside adds itself: leave it off')
  return url.origin + prefix
}

// URL has already written every spelling of an IPv4 address as four decimals.
function isLoopback(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
}

function refusal(what: string): ConfigError {
  return new ConfigError(`SERVICE_BASE_URL ${what}; ${ALLOWED}`)
}
