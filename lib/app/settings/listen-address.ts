import { isIPv6 } from 'node:net'
import { ConfigError } from './config-error'

export interface Address {
  host: string
  /** 0 takes any free port. */
  port: number
}

/**
 * Whether a host, as in a URL or in HOST, is this machine only: `localhost`,
 * `127.0.0.1`, `::1`, `[::1]`.
 */
export function isLoopback(host: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i.test(host)
}

/** The address to open in a browser on this machine. */
export function urlOf({ host, port }: Address): string {
  const reachable = reachableHost(host)
  return `http://${isIPv6(reachable) ? `[${reachable}]` : reachable}:${port}`
}

/** An address of this machine, in place of all of its addresses. */
function reachableHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  return host === '::' ? '::1' : host
}

export function listenFault(
  { host, port }: Address,
  error: NodeJS.ErrnoException,
  variable = 'PORT',
) {
  const otherPort = port === 65_535 ? 3000 : port + 1
  const another = `choose another with ${variable}, such as ${variable}=${otherPort}`
  switch (error.code) {
    case 'EADDRINUSE':
      return new ConfigError(`Port ${port} on ${host} is in use: ${another}`)
    case 'EACCES':
      return new ConfigError(`Port ${port} on ${host} is not permitted for this user: ${another}`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new ConfigError(
        `${variable.replace('PORT', 'HOST')} ${JSON.stringify(host)} is not an address of this machine (${error.code}): use 127.0.0.1, or 0.0.0.0 for all of its addresses`,
      )
    default:
      return new ConfigError(`Cannot listen on ${host}, port ${port}: ${error.message}`)
  }
}
