import { inflateRawSync } from 'node:zlib'
import type { Changes, LiveVehicle } from '@/lib/api/contract/live'
import type { FramesEnd, RecordingEvents, RecordingGap } from '@/lib/api/contract/recording'
import { applyTo } from '@/lib/testing/live/live-browser'
import { sorted } from './recorded-lists'

/** What a client has read of a recording. */
export interface RecordedClient {
  /** By slot. */
  readonly slots: readonly (LiveVehicle | undefined)[]
  readonly version: string | null
  readonly lists: {
    readonly version: string
    readonly atMs: number
    readonly list: LiveVehicle[]
  }[]
  readonly gaps: RecordingGap[]
  readonly end: FramesEnd
}

/**
 * Reads an answer of `GET /api/recording/frames` with code of its own. Fails
 * on any event out of step.
 * @param before what the answer goes on from
 */
export function readAnswer(
  bytes: Uint8Array,
  before: RecordedClient | null = null,
): RecordedClient {
  let slots = [...(before?.slots ?? [])]
  let version = before?.version ?? null
  const lists: RecordedClient['lists'] = []
  const gaps: RecordingGap[] = []
  let end: FramesEnd | null = null
  for (const text of inflateRawSync(bytes).toString().split('\n\n').slice(0, -1)) {
    const of = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(text)?.[1] ?? ''
    const name = of('event') as keyof RecordingEvents
    const data = JSON.parse(of('data'))
    if (end) throw new Error(`${name} behind the end`)
    if (name === 'gap') gaps.push(data)
    else if (name === 'end') end = data
    else {
      const changes = data as Changes
      if (changes.after === null) slots = []
      else if (changes.after !== version)
        throw new Error(`changes after ${changes.after}, not ${version}`)
      applyTo(slots, changes)
      version = changes.version
      if (changes.isPart) continue
      const list = sorted(slots.filter((one) => one !== undefined))
      lists.push({ version: changes.version, atMs: changes.atMs, list })
    }
  }
  if (!end) throw new Error('an answer without its end')
  return { slots, version, lists, gaps, end }
}
