import type { Clock } from '@/lib/live/clock'
import type { Coordinator, Message } from '@/lib/live/cluster/coordinator'
import type { Encryption } from '@/lib/live/cluster/encryption'
import { HEARTBEAT_INTERVAL_MS, LEASE_MS } from '@/lib/live/cluster/lease'
import type { Version } from '@/lib/live/streaming/version'

/** What lib/live/redis-coordinator.ts keeps in Redis, on the tests' own clock and with faults on demand. */
export function createTestHub(clock: Clock) {
  interface Area {
    lease: { node: string; untilMs: number } | null
    version: Version | null
    wishes: Map<string, { intervalMs: number; atMs: number }>
    offer: { version: Version; body: Uint8Array } | null
    listeners: Map<string, (message: Message) => void>
  }
  let areas = new Map<string, Area>()
  let pausedUntilMs = 0
  const cut = new Set<string>()
  const deaf = new Set<string>()

  const at = (name: string): Area => {
    const area = areas.get(name) ?? {
      lease: null,
      version: null,
      wishes: new Map(),
      offer: null,
      listeners: new Map(),
    }
    areas.set(name, area)
    if (area.lease && area.lease.untilMs <= clock.now()) area.lease = null
    return area
  }

  function publish(area: Area, message: Message): void {
    for (const [node, listener] of area.listeners) {
      if (cut.has(node) || deaf.has(node)) continue
      queueMicrotask(() => listener(message))
    }
  }

  function connect(node: string): Coordinator {
    const whenReached = async <T>(work: () => T): Promise<T> => {
      await Promise.resolve()
      if (cut.has(node)) throw new Error('out of reach')
      const result = work()
      await Promise.resolve()
      return result
    }
    return {
      isOwn: () => true,
      async listen(name, onMessage) {
        at(name).listeners.set(node, onMessage)
      },
      beat: (name, { intervalMs, atOnce }) =>
        whenReached(() => {
          const area = at(name)
          area.wishes.set(node, { intervalMs, atMs: clock.now() })
          for (const [other, { atMs }] of area.wishes) {
            if (clock.now() - atMs > LEASE_MS) area.wishes.delete(other)
          }
          const holder = area.lease?.node ?? node
          if (holder === node) area.lease = { node, untilMs: clock.now() + LEASE_MS }
          else if (atOnce) publish(area, { kind: 'came' })
          return {
            leads: holder === node,
            leaseMs: area.lease!.untilMs - clock.now(),
            intervalMs: Math.min(...[...area.wishes.values()].map((wish) => wish.intervalMs)),
            others: area.wishes.size - 1,
            version: area.version,
            pausedMs: Math.max(0, pausedUntilMs - clock.now()),
          }
        }),
      leave(name) {
        at(name).listeners.delete(node)
        return whenReached(() => {
          const area = at(name)
          area.wishes.delete(node)
          if (area.lease?.node !== node) return
          area.lease = null
          publish(area, { kind: 'vacant' })
        })
      },
      advance: (name, step) =>
        whenReached(() => {
          const area = at(name)
          if (area.lease?.node !== node) return false
          if (step.from !== null && step.from !== area.version) return false
          area.version = step.version
          publish(area, { kind: 'step', ...step })
          return true
        }),
      offer: (name, version, body) =>
        whenReached(() => {
          const area = at(name)
          if (area.lease?.node !== node || area.version !== version) return
          area.offer = { version, body }
          publish(area, { kind: 'offer', version })
        }),
      offered: (name) => whenReached(() => at(name).offer),
      send: (name, message) => whenReached(() => publish(at(name), message)),
      pause: (leftMs) =>
        whenReached(() => {
          pausedUntilMs = Math.max(pausedUntilMs, clock.now() + leftMs)
        }),
    }
  }

  return {
    connect,
    beatMs: HEARTBEAT_INTERVAL_MS,
    /** Whose exchange is out of reach. */
    cut,
    /** Who is reached, but told nothing. */
    deaf,
    /** Starts again with nothing. */
    restart() {
      const before = areas
      areas = new Map()
      for (const [name, { listeners }] of before) at(name).listeners = listeners
    },
    leaderOf: (name: string) => at(name).lease?.node ?? null,
    get leaders() {
      return [...areas.keys()].map((name) => at(name).lease?.node ?? null)
    },
  }
}

/** Without another thread, whose work the tests' clock does not wait for. */
export const openEncryption: Encryption = {
  nameOf: (text) => text,
  async close(text, purpose) {
    return Buffer.from(`${purpose}\n${text}`)
  },
  async open(sealed, purpose) {
    const [first, ...lines] = Buffer.from(sealed).toString().split('\n')
    if (first !== purpose) throw new Error(`${first} is not ${purpose}`)
    return lines.join('\n')
  },
}
