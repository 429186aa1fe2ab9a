import dns from 'node:dns'
import { existsSync } from 'node:fs'

/*
 * Preloaded into a dashboard: while the file LOST_NAME_FILE exists, no name resolves. Stands in
 * for a resolver that could be stopped.
 */
const { lookup } = dns
dns.lookup = (hostname, options, callback = options) => {
  if (!existsSync(process.env.LOST_NAME_FILE ?? '')) return lookup(hostname, options, callback)
  const error = Object.assign(new Error(`getaddrinfo ENOTFOUND ${hostname}`), {
    code: 'ENOTFOUND',
    syscall: 'getaddrinfo',
    hostname,
  })
  process.nextTick(callback, error)
}
