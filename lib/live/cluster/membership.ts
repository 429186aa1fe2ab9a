import { epochOf, firstOf, following, type Version } from '@/lib/live/streaming/version'
import type { AreaNode, ClusterOptions, ListDelta, Membership } from './cluster'
import type { Coordinator, LeaseState, Message } from './coordinator'
import type { Encryption } from './encryption'
import { HEARTBEAT_INTERVAL_MS, LEASE_MS } from './lease'
import { createPeerChannel } from './peer-channel'

export interface MembershipOptions extends ClusterOptions {
  readonly coordinator: Coordinator
  readonly encryption: Encryption
}

/** The list of another node that does not come in this time is one to sweep for here. */
const BEHIND_MS = 15_000

type Duty = 'none' | 'leads' | 'follows' | 'alone'

/**
 * A node's place in an area, by what it hears of the coordinator: the node that holds the lease sweeps and tells, the
 * others listen. Who hears nothing for the time of a lease sweeps for himself, under names of his own.
 */
export function createMembership(area: string, node: AreaNode, options: MembershipOptions): Membership {
  const { coordinator, clock, newEpoch, onPause } = options
  const mail = createPeerChannel(area, node, options, { duty: () => duty, rename: advance })
  let wishMs: number | null = null
  let duty: Duty = 'none'
  let sweepMs: number | null = null
  /** The others know our list by the name that it has here. */
  let isInStep = false
  /** Of lists that nobody else was told of. */
  let ownEpoch: string | null = null
  let others = 0
  let heardAtMs = -Infinity
  let behind: { readonly sinceMs: number; readonly version: Version | null } | null = null
  let isBeating = false
  let isWantedAgain = false
  let hasSomebodyCome = false
  let nextBeatMs = HEARTBEAT_INTERVAL_MS
  let cancelBeat = () => {}

  function onMessage(message: Message): void {
    if (wishMs === null) return
    if (message.kind === 'vacant') {
      if (duty !== 'leads') void beat()
    } else if (message.kind === 'came') {
      if (duty !== 'leads') return
      node.refresh()
      void beat()
    } else mail.onMessage(message)
  }

  async function beat(): Promise<void> {
    isWantedAgain = true
    if (isBeating) return
    isBeating = true
    cancelBeat()
    while (isWantedAgain && wishMs !== null) {
      isWantedAgain = false
      const atOnce = hasSomebodyCome
      hasSomebodyCome = false
      await once(atOnce).catch(() => unheard(atOnce))
    }
    isBeating = false
    if (wishMs !== null) cancelBeat = clock.after(nextBeatMs, beat)
  }

  async function once(atOnce: boolean): Promise<void> {
    await coordinator.listen(area, onMessage)
    if (wishMs === null) return
    const standing = await coordinator.beat(area, { intervalMs: wishMs, atOnce })
    if (wishMs === null) return
    heardAtMs = clock.now()
    others = standing.others
    if (standing.pausedMs > 0) onPause(standing.pausedMs)
    nextBeatMs = standing.leads
      ? HEARTBEAT_INTERVAL_MS
      : Math.min(HEARTBEAT_INTERVAL_MS, standing.leaseMs + 1)
    if (standing.leads && duty === 'leads') lead(standing, atOnce)
    // What the one before has told comes first.
    else await node.runExclusive(async () => (standing.leads ? lead(standing, atOnce) : follow(standing)))
  }

  function lead(standing: LeaseState, atOnce: boolean): void {
    if (wishMs === null) return
    if (duty !== 'leads') isInStep = standing.version !== null && standing.version === node.version
    duty = 'leads'
    behind = null
    if (atOnce) node.refresh()
    setSweepMs(standing.intervalMs)
  }

  function follow({ version }: LeaseState): void {
    if (wishMs === null) return
    const isNew = duty !== 'follows'
    const wasBehindHere = behind !== null && behind.version === node.version
    const isBehind = version !== node.version
    behind = isBehind ? { sinceMs: behind?.sinceMs ?? clock.now(), version: node.version } : null
    duty = behind && clock.now() - behind.sinceMs >= BEHIND_MS ? 'alone' : 'follows'
    setSweepMs(duty === 'alone' ? wishMs : null)
    // What was told a moment ago may still be on its way.
    if (isNew ? isBehind || version === null : wasBehindHere) mail.catchUp(version)
  }

  function unheard(atOnce: boolean): void {
    nextBeatMs = HEARTBEAT_INTERVAL_MS
    if (wishMs === null || (duty !== 'none' && clock.now() - heardAtMs < LEASE_MS)) return
    duty = 'alone'
    if (atOnce) node.refresh()
    setSweepMs(wishMs)
  }

  function setSweepMs(intervalMs: number | null): void {
    if (intervalMs === sweepMs) return
    sweepMs = intervalMs
    node.setSweepInterval(intervalMs)
  }

  function leave(): void {
    cancelBeat()
    duty = 'none'
    behind = null
    setSweepMs(null)
    coordinator.leave(area).catch(() => undefined)
  }

  /** Gives the list its next name. @returns null when the others could not be told */
  async function advance(change: ListDelta | null): Promise<Version | null> {
    const from = change && isInStep ? node.version : null
    if (!change && isInStep) return node.version
    const version = from === null ? firstOf(newEpoch()) : following(from)
    const body = from === null || others === 0 ? null : await mail.closeChange(version, change!)
    isInStep = await coordinator.advance(area, { from, version, body }).catch(() => false)
    return isInStep ? version : null
  }

  function ownVersion(): Version {
    if (node.version !== null && epochOf(node.version) === ownEpoch) return following(node.version)
    ownEpoch = newEpoch()
    return firstOf(ownEpoch)
  }

  return {
    setRequestedInterval(intervalMs, atOnce) {
      const before = wishMs
      wishMs = intervalMs
      hasSomebodyCome ||= atOnce
      if (intervalMs === null && before !== null) leave()
      else if (atOnce || intervalMs !== before) void beat()
    },
    async publish(change) {
      const version = duty === 'leads' ? await advance(change) : null
      return version ?? ownVersion()
    },
    publishProgress(progress, begins) {
      if (duty === 'leads' && others > 0) mail.sendProgress(progress, begins)
    },
  }
}
