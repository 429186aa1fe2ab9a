import { isIPv6 } from 'node:net'
import { StartError } from '@/lib/server/start-error'

/** Where to listen. */
export interface Address {
  host: string
  /** 0 takes any free port. */
  port: number
}

/**
 * Reads HOST and PORT. HOSTNAME is not read: shells and containers set it to the machine's own name.
 * @throws StartError
 */
export function readAddress(env: Readonly<Record<string, string | undefined>>): Address {
  const host = env.HOST?.trim() || '127.0.0.1'
  const text = env.PORT?.trim() || '3000'
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port > 65535) {
    throw new StartError(`PORT must be a whole number from 0 to 65535; it is ${JSON.stringify(env.PORT)}`)
  }
  return { host: host.replace(/^\[(.*)\]$/, '$1'), port }
}

/** The address to open in a browser on this machine. */
export function urlOf({ host, port }: Address): string {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `http://${isIPv6(reachable) ? `[${reachable}]` : reachable}:${port}`
}

/**
 * What to tell when listening fails, with the way out.
 * @param variable the one that names the port
 */
export function listenFault(
  { host, port }: Address,
  error: NodeJS.ErrnoException,
  variable = 'PORT',
): StartError {
  const another = `choose another with ${variable}, for example: ${variable}=${port === 65535 ? 3000 : port + 1} npm start`
  switch (error.code) {
    case 'EADDRINUSE':
      return new StartError(`Port ${port} on ${host} is in use: ${another}`)
    case 'EACCES':
      return new StartError(`Port ${port} on ${host} is not permitted for this user: ${another}`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new StartError(
        `HOST ${JSON.stringify(host)} is not an address of this machine (${error.code}): use 127.0.0.1, or 0.0.0.0 for all of its addresses`,
      )
    default:
      return new StartError(`Cannot listen on ${host}, port ${port}: ${error.message}`)
  }
}
