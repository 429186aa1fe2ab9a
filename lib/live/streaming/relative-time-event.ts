import type { LiveDelta, LiveFailure, LiveMeta, LiveProgress, LiveSnapshotPart } from '@/lib/contract/live'
import { type EncodedEvent, encodeEvent, encodeText } from './event'

/** An event that tells ages. They are those of when it is sent, to the second; all else is written once. */
export interface RelativeTimeEvent {
  /** Without what compression saves. */
  readonly sizeBytes: number
  at(nowMs: number): EncodedEvent
}

type Bodies = { snapshot: Omit<LiveSnapshotPart, 'meta'>; delta: Omit<LiveDelta, 'meta'> }

/** Written down longer ago than this, an age is written anew, and again for all. */
const OUTDATED_MS = 1000

/** @param writtenAtMs the moment that `meta` speaks of */
export function encodeWithMeta<Name extends keyof Bodies>(
  name: Name,
  id: string,
  body: Bodies[Name],
  meta: LiveMeta,
  writtenAtMs: number,
): RelativeTimeEvent {
  const end = (of: LiveMeta) => `${JSON.stringify(of)}}\n\n`
  const lines = `event: ${name}\nid: ${id}\ndata: ${JSON.stringify(body).slice(0, -1)},"meta":`
  const first = encodeText(lines + end(meta))
  const begin = first.bytes.subarray(0, first.bytes.length - Buffer.byteLength(end(meta)))
  return aging(first, writtenAtMs, (laterMs) => {
    const { ageMs, failure } = meta
    const aged: LiveMeta = { ...meta, ageMs: ageMs + laterMs, failure: later(failure, laterMs) }
    return encodeText(Buffer.concat([begin, Buffer.from(end(aged))]))
  })
}

export function encodeProgress(progress: LiveProgress, writtenAtMs: number): RelativeTimeEvent {
  const write = (failure: LiveFailure | null) => encodeEvent('progress', null, { ...progress, failure })
  const first = write(progress.failure)
  return aging(first, writtenAtMs, (laterMs) =>
    progress.failure ? write(later(progress.failure, laterMs)) : first,
  )
}

function aging(
  first: EncodedEvent,
  writtenAtMs: number,
  rewrite: (laterMs: number) => EncodedEvent,
): RelativeTimeEvent {
  let latest = { event: first, atMs: writtenAtMs }
  return {
    sizeBytes: first.bytes.length,
    at(nowMs) {
      if (nowMs - latest.atMs > OUTDATED_MS) latest = { event: rewrite(nowMs - writtenAtMs), atMs: nowMs }
      return latest.event
    },
  }
}

function later(failure: LiveFailure | null, laterMs: number): LiveFailure | null {
  return failure && { ...failure, retryAfterMs: Math.max(0, failure.retryAfterMs - laterMs) }
}
