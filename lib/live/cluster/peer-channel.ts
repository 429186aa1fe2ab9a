import type { LiveProgress } from '@/lib/contract/live'
import { isBefore, type Version } from '@/lib/live/streaming/version'
import type { AreaNode, ListDelta } from './cluster'
import type { Message } from './coordinator'
import { decodeList, encodeList } from './list-codec'
import type { MembershipOptions } from './membership'

/** What nodes that look at one area write to each other, sealed. */
export interface PeerChannel {
  onMessage(message: Exclude<Message, { kind: 'vacant' | 'came' }>): void
  /** Gets the list that has that name, or asks for one. */
  catchUp(version: Version | null): void
  closeChange(version: Version, change: ListDelta): Promise<Uint8Array>
  sendProgress(progress: LiveProgress, begins: boolean): void
}

export interface MembershipState {
  readonly duty: () => 'none' | 'leads' | 'follows' | 'alone'
  /** Makes sure that the others know the list by a name. @returns null when they could not be told */
  readonly rename: (change: null) => Promise<Version | null>
}

/** More changes than that in wait are more than the list itself. */
const WAITING_MAXIMUM = 32
/** A leader is busy with the answer to one question. */
const ASKED_MS = 1000

export function createPeerChannel(
  area: string,
  node: AreaNode,
  {
    coordinator,
    encryption,
    clock,
    log,
  }: Pick<MembershipOptions, 'coordinator' | 'encryption' | 'clock' | 'log'>,
  { duty, rename }: MembershipState,
): PeerChannel {
  let waiting = 0
  let isAnswering = false
  let askedAtMs = -Infinity

  const purpose = (kind: string, version: Version | null) => `${area} ${kind} ${version}`

  async function take(message: Exclude<Message, { kind: 'vacant' | 'came' | 'ask' }>): Promise<void> {
    if (message.kind === 'progress') await takeProgress(message.body)
    else if (message.kind === 'offer') await takeOffer(message.version)
    else if (message.version !== node.version) await takeStep(message)
  }

  async function takeProgress(body: Uint8Array): Promise<void> {
    if (node.version !== null) return
    const { progress, begins } = JSON.parse(await encryption.open(body, purpose('progress', null)))
    await node.receive({ kind: 'progress', progress, begins })
  }

  async function takeStep({ from, version, body }: Extract<Message, { kind: 'step' }>): Promise<void> {
    if (duty() !== 'follows') return
    if (!body || from === null || from !== node.version) {
      await ask()
      return
    }
    const change: ListDelta = JSON.parse(await encryption.open(body, purpose('step', version)))
    await node.receive({ kind: 'delta', version, delta: change })
  }

  async function takeOffer(version: Version): Promise<void> {
    if (version === node.version || duty() === 'leads') return
    const offer = await coordinator.offered(area)
    if (!offer || offer.version === node.version) return
    if (node.version !== null && isBefore(offer.version, node.version)) return
    const list = await decodeList(await encryption.open(offer.body, purpose('list', offer.version)), clock)
    await node.receive({ kind: 'snapshot', version: offer.version, snapshot: list })
  }

  async function ask(): Promise<void> {
    if (clock.now() - askedAtMs < ASKED_MS) return
    askedAtMs = clock.now()
    await coordinator.send(area, { kind: 'ask' })
  }

  async function answer(): Promise<void> {
    if (duty() !== 'leads') return
    const progress = node.progress()
    if (node.version === null) {
      if (progress) await send(progress, true)
      return
    }
    const version = await rename(null)
    if (version === null) return
    if (version !== node.version) node.rename(version)
    const body = await encryption.close(await encodeList(node.snapshot(), clock), purpose('list', version))
    await coordinator.offer(area, version, body)
  }

  async function send(progress: LiveProgress, begins: boolean): Promise<void> {
    const body = await encryption.close(JSON.stringify({ progress, begins }), purpose('progress', null))
    await coordinator.send(area, { kind: 'progress', body })
  }

  /** What cannot be done now is found out by the next beat. */
  function quietly(work: Promise<unknown>): Promise<void> {
    return work.then(
      () => undefined,
      (error: unknown) => {
        if (!coordinator.isOwn(error)) log(`lib/live: ${error}`)
      },
    )
  }

  return {
    onMessage(message) {
      if (message.kind === 'ask') {
        if (duty() !== 'leads' || isAnswering) return
        isAnswering = true
        void quietly(node.runExclusive(answer)).then(() => {
          isAnswering = false
        })
        return
      }
      if (duty() === 'leads' || waiting >= WAITING_MAXIMUM) return
      waiting++
      void quietly(node.runExclusive(() => take(message))).then(() => {
        waiting--
      })
    },
    catchUp(version) {
      const get = async () => {
        const isThere = version !== null && (await coordinator.offered(area))?.version === version
        await (isThere ? node.runExclusive(() => takeOffer(version)) : ask())
      }
      void quietly(get())
    },
    closeChange: (version, change) => encryption.close(JSON.stringify(change), purpose('step', version)),
    // In turn, since sealing one may take longer than the next.
    sendProgress: (progress, begins) => void quietly(node.runExclusive(() => send(progress, begins))),
  }
}
