import { ConfigError } from '@/lib/app/settings/config-error'
import type { Parser } from './basic'

export const parseDatabaseUrl: Parser<string> = (text, name) => {
  checkUrl(name, text, ['postgresql', 'postgres'])
  return text
}

export const parseRedisUrl: Parser<string> = (text, name) => {
  checkUrl(name, text, ['redis', 'rediss'])
  if (/^\/?\d*$/.test(new URL(text).pathname)) return text
  throw new ConfigError(
    `${name} must end with the host and port, or with the number of a database, such as /0`,
  )
}

/** Messages never repeat the address: it holds a password. */
function checkUrl(name: string, text: string, schemes: readonly string[]): void {
  const url = URL.canParse(text) ? new URL(text) : null
  const wanted = `${name} must be an address such as ${schemes[0]}://user:password@host:port/name`
  if (!url) throw new ConfigError(`${wanted}; special characters of a password are written as %23, %40, …`)
  if (!schemes.includes(url.protocol.slice(0, -1))) {
    throw new ConfigError(`${wanted}; its scheme is ${JSON.stringify(url.protocol)}`)
  }
  // With libpq, `host` in the query is the folder of a Unix socket.
  if (!url.hostname && !url.searchParams.get('host')) throw new ConfigError(`${wanted}; it names no host`)
}

/** Host, port and database of a parsed address, for messages. */
export function describeUrl(text: string): string {
  const { host, pathname, searchParams } = new URL(text)
  return `${host || searchParams.get('host')}${pathname}`
}
