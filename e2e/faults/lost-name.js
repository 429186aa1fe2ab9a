import dns from 'node:dns'
import { existsSync } from 'node:fs'

/*
 * Preloaded into a dashboard: from when the file LOST_NAME_FILE exists until it is gone, no name resolves. There is no
 * real resolver here whose answers could be taken away.
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
