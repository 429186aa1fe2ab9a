import { readFileSync } from 'node:fs'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { type BlockList, isIP, type Socket } from 'node:net'

/** Time limits of Node's HTTP server: a client that never finishes its request is cut. */
export const REQUEST_LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 2_000,
}

/** Where the limit of open files cannot be read. */
const USUAL_FILES = 4_096
/** Open files kept for the database, the service, Redis and Kerbside's own files. */
const LEAST_RESERVE = 256

/** @param text of /proc/self/limits, or null */
export function connectionLimitsOf(text: string | null) {
  const [, soft] = /^Max open files\s+(\d+|unlimited)/m.exec(text ?? '') ?? []
  const files = soft === 'unlimited' ? 1_000_000 : Number(soft ?? USUAL_FILES)
  const total = Math.max(64, files - Math.max(LEAST_RESERVE, Math.ceil(files / 4)))
  // A trusted proxy stands for many clients and is not bound by the limit of an address.
  return { total, perAddress: Math.floor((total * 3) / 4) }
}

/** Below this process's limit of open files. */
export function readConnectionLimits() {
  try {
    return connectionLimitsOf(readFileSync('/proc/self/limits', 'utf8'))
  } catch {
    return connectionLimitsOf(null)
  }
}

/**
 * Bounds the connections of each address and of all. A new connection beyond a bound replaces the
 * oldest one without a request in progress; where all are in use it is cut.
 */
export function limitConnections(
  server: Server,
  { total, perAddress }: ReturnType<typeof connectionLimitsOf>,
  trustedProxies: BlockList | null,
): void {
  const all = new Set<Socket>()
  const byAddress = new Map<string, Set<Socket>>()
  /** Without a request in progress, oldest first. */
  const unused = new Set<Socket>()

  function isTrusted(address: string): boolean {
    const version = isIP(address)
    return (
      version !== 0 && (trustedProxies?.check(address, version === 4 ? 'ipv4' : 'ipv6') ?? false)
    )
  }

  function remove(socket: Socket, address: string): void {
    all.delete(socket)
    unused.delete(socket)
    const own = byAddress.get(address)
    own?.delete(socket)
    if (own?.size === 0) byAddress.delete(address)
  }

  /** @returns false when every one of them is in use */
  function replaceOldest(among: ReadonlySet<Socket>): boolean {
    const oldest = among === all ? first(unused) : first(among, (socket) => unused.has(socket))
    if (!oldest) return false
    oldest.destroy()
    remove(oldest, addressOf(oldest))
    return true
  }

  server.on('connection', (socket: Socket) => {
    const address = addressOf(socket)
    const own = byAddress.get(address) ?? new Set()
    const isOwnFull = own.size >= perAddress && !isTrusted(address)
    if ((isOwnFull && !replaceOldest(own)) || (all.size >= total && !replaceOldest(all))) {
      socket.destroy()
      return
    }
    all.add(socket)
    unused.add(socket)
    own.add(socket)
    byAddress.set(address, own)
    socket.once('close', () => remove(socket, address))
  })

  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    unused.delete(socket)
    response.once('close', () => {
      if (all.has(socket)) unused.add(socket)
    })
  })
}

// The address of a closed socket is no longer known.
const addresses = new WeakMap<Socket, string>()

function addressOf(socket: Socket): string {
  const known = addresses.get(socket)
  if (known !== undefined) return known
  const address = (socket.remoteAddress ?? '').replace(/^::ffff:(?=\d+\.)/i, '')
  addresses.set(socket, address)
  return address
}

function first(sockets: ReadonlySet<Socket>, fits: (socket: Socket) => boolean = () => true) {
  for (const socket of sockets) if (fits(socket)) return socket
  return null
}
