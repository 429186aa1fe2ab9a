import type { Clock } from '@/lib/app/clock'
import type { Coordinator, Message, StoredEntry } from '@/lib/live/cluster/coordinator'
import { LEASE_MS, STORED_MS } from '@/lib/live/cluster/coordinator'
import type { Version } from '@/lib/live/log/version'
import type { Encryption } from '@/lib/store/encryption'

const ENTRIES_MAXIMUM = 32

/**
 * The state that lib/live/cluster/redis-coordinator.ts keeps in Redis, with a test
 * clock and faults on demand.
 */
export function createTestHub(clock: Clock) {
  interface Area {
    lease: { node: string; untilMs: number } | null
    version: Version | null
    requests: Map<string, { intervalMs: number; atMs: number }>
    log: (StoredEntry & { readonly atMs: number })[]
    snapshot: { version: Version; body: Uint8Array; untilMs: number } | null
    listeners: Map<string, (message: Message) => void>
  }
  let areas = new Map<string, Area>()
  let pausedUntilMs = 0
  const unreachable = new Set<string>()
  const notReceiving = new Set<string>()

  const at = (name: string): Area => {
    const area = areas.get(name) ?? {
      lease: null,
      version: null,
      requests: new Map(),
      log: [],
      snapshot: null,
      listeners: new Map(),
    }
    areas.set(name, area)
    if (area.lease && area.lease.untilMs <= clock.now()) area.lease = null
    if (area.snapshot && area.snapshot.untilMs <= clock.now()) area.snapshot = null
    area.log = area.log.filter(({ atMs }) => atMs + STORED_MS > clock.now())
    return area
  }

  function publish(area: Area, message: Message): void {
    for (const [node, listener] of area.listeners) {
      if (unreachable.has(node) || notReceiving.has(node)) continue
      queueMicrotask(() => listener(message))
    }
  }

  function connect(node: string): Coordinator {
    const reach = async <T>(work: () => T): Promise<T> => {
      await Promise.resolve()
      if (unreachable.has(node)) throw new Error('unreachable')
      const result = work()
      await Promise.resolve()
      return result
    }
    return {
      isOwn: () => true,
      async listen(name, onMessage) {
        at(name).listeners.set(node, onMessage)
      },
      heartbeat: (name, { intervalMs, arrival }) =>
        reach(() => {
          const area = at(name)
          area.requests.set(node, { intervalMs, atMs: clock.now() })
          for (const [other, { atMs }] of area.requests) {
            if (clock.now() - atMs > LEASE_MS) area.requests.delete(other)
          }
          const holder = area.lease?.node ?? node
          if (holder === node) area.lease = { node, untilMs: clock.now() + LEASE_MS }
          else if (arrival) publish(area, { kind: 'arrived', ...arrival })
          return {
            isLeader: holder === node,
            leaseMs: area.lease!.untilMs - clock.now(),
            intervalMs: Math.min(
              ...[...area.requests.values()].map((request) => request.intervalMs),
            ),
            others: area.requests.size - 1,
            version: area.version,
            snapshotMs: area.snapshot ? area.snapshot.untilMs - clock.now() : 0,
            pausedMs: Math.max(0, pausedUntilMs - clock.now()),
          }
        }),
      leave(name) {
        at(name).listeners.delete(node)
        return reach(() => {
          const area = at(name)
          area.requests.delete(node)
          if (area.lease?.node !== node) return
          area.lease = null
          publish(area, { kind: 'vacant' })
        })
      },
      append: (name, entry) =>
        reach(() => {
          const area = at(name)
          if (area.lease?.node !== node) return false
          if (entry.from !== null && entry.from !== area.version) return false
          area.version = entry.version
          area.log = [...area.log, { ...entry, atMs: clock.now() }].slice(-ENTRIES_MAXIMUM)
          if (entry.body === null) area.snapshot = null
          publish(area, { kind: 'changed' })
          return true
        }),
      read: (name, after) =>
        reach(() => {
          const { log, version } = at(name)
          if (version === after) return []
          const next = log.findIndex(({ from }) => from === after)
          const entries = next < 0 ? null : log.slice(next)
          if (!entries?.every(({ body }) => body !== null)) return null
          return entries.map((entry) => ({ ...entry, ageMs: clock.now() - entry.atMs }))
        }),
      putSnapshot: (name, version, body, entriesHeld) =>
        reach(() => {
          const area = at(name)
          if (area.lease?.node !== node || area.version !== version) return false
          area.snapshot = { version, body, untilMs: clock.now() + STORED_MS }
          area.log = entriesHeld === 0 ? [] : area.log.slice(-entriesHeld)
          publish(area, { kind: 'changed' })
          return true
        }),
      snapshot: (name) =>
        reach(() => {
          const { snapshot } = at(name)
          return snapshot && { ...snapshot, ageMs: clock.now() + STORED_MS - snapshot.untilMs }
        }),
      sendProgress: (name, body) => reach(() => publish(at(name), { kind: 'progress', body })),
      pause: (leftMs) =>
        reach(() => {
          pausedUntilMs = Math.max(pausedUntilMs, clock.now() + leftMs)
        }),
    }
  }

  return {
    connect,
    /** Nodes whose operations fail. */
    unreachable,
    /** Nodes that receive no messages. */
    notReceiving,
    /** Restarts without its state. */
    restart() {
      const before = areas
      areas = new Map()
      for (const [name, { listeners }] of before) at(name).listeners = listeners
    },
  }
}

/** Encryption without a worker thread, which a test clock could not wait for. */
export const plainEncryption: Encryption = {
  hasEarlier: false,
  hash: (text) => text,
  hashes: (text) => [text],
  async encrypt(text, purpose) {
    return Buffer.from(`${purpose}\n${text}`)
  },
  async decrypt(encrypted, purpose) {
    const [first, ...lines] = Buffer.from(encrypted).toString().split('\n')
    if (first !== purpose) throw new Error(`${first} is not ${purpose}`)
    return lines.join('\n')
  },
  encryptBytes: (bytes) => bytes,
  decryptBytes: (bytes) => bytes,
}
