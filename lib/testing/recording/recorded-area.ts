import { deflateRawSync } from 'node:zlib'
import type { LiveFailure, LiveVehicle } from '@/lib/api/contract/live'
import { FRAMES_TYPE, type RecordingGap } from '@/lib/api/contract/recording'
import type { AreaFrame } from '@/lib/live/observed-frames'
import { encodeText, LAST_BLOCK } from '@/lib/live/streaming/event'
import { createFrames } from '@/lib/testing/sender'
import { liveMeta } from '@/lib/testing/vehicles'

/** A list as it was streamed, or a gap. */
export type Piece =
  | { readonly atMs: number; readonly vehicles: readonly LiveVehicle[]; readonly failure?: LiveFailure }
  | RecordingGap

const isGap = (piece: Piece): piece is RecordingGap => 'reason' in piece
const timeOf = (piece: Piece) => (isGap(piece) ? piece.fromMs : piece.atMs)

/** Of a chunk, unless a gap is before it. */
const LISTS_A_CHUNK = 20

/**
 * Answers `GET /api/recording/frames` out of these pieces, which are named by their index, and counts the requests. An
 * answer begins with a whole list before the one that is asked for.
 */
export function createRecordedArea(pieces: readonly Piece[]) {
  const requests: URL[] = []
  const frames: (AreaFrame | null)[] = []
  let next = createFrames()
  let last: readonly LiveVehicle[] = []

  /** As streamed; null for a gap. Pieces may be added. */
  function frameOf(at: number): AreaFrame | null {
    while (frames.length <= at) {
      const piece = pieces[frames.length] as Piece
      if (startsAnew(pieces, frames.length)) next = createFrames(`e${frames.length}`)
      if (isGap(piece)) frames.push(null)
      else {
        const { atMs, vehicles, failure = null } = piece
        if (!failure) last = vehicles
        frames.push(next(last, atMs, liveMeta({ fetchedAt: new Date(atMs).toISOString(), failure })))
      }
    }
    return frames[at] as AreaFrame | null
  }

  const server = {
    requests,
    /** Instead of an answer. */
    refuse: null as null | (() => Response),
    fetch: async (input: unknown, { signal }: RequestInit = {}): Promise<Response> => {
      signal?.throwIfAborted()
      const url = new URL(String(input), 'http://kerbside.test')
      requests.push(url)
      return server.refuse ? server.refuse() : response(answer(pieces, frameOf, url.searchParams))
    },
  }
  return server
}

const response = (blocks: Uint8Array) =>
  new Response(blocks as BodyInit, { headers: { 'content-type': FRAMES_TYPE } })

/** @param text of server-sent events */
export const recordedResponse = (text: string) => response(deflateRawSync(text))

function answer(
  pieces: readonly Piece[],
  frameOf: (at: number) => AreaFrame | null,
  params: URLSearchParams,
): Uint8Array {
  const after = params.get('after')
  const [from, to] = ['from', 'to'].map((name) => Date.parse(params.get(name) ?? '')) as [number, number]
  const start = Number(params.get('start') ?? 0)
  const first =
    after === null
      ? chunkOf(pieces, start + firstAt(pieces.slice(start), from, params.has('start')))
      : Number(after)
  const blocks: Uint8Array[] = []
  let [next, lastMs, toMs]: [number, number | null, number | null] = [first, null, null]
  for (const [at, piece] of pieces.entries()) {
    if (at < first) continue
    if (isGap(piece)) {
      // A gap that the answer does not lead over is not in it, unless it begins there.
      if (at > first && piece.toMs > to) break
      if (piece.reason !== 'service') blocks.push(event('gap', piece))
    } else {
      if (piece.atMs > to) {
        toMs = to
        break
      }
      const { deflated, snapshot } = frameOf(at) as AreaFrame
      const isWhole = !deflated || (after === null && at === first)
      blocks.push(...(isWhole ? snapshot() : [deflated]))
      lastMs = piece.atMs
    }
    next = at + 1
  }
  const end = { next: lastMs !== null || after !== null ? String(next) : null, lastMs, toMs }
  return Buffer.concat([...blocks, event('end', end), LAST_BLOCK])
}

const event = (name: string, data: unknown) =>
  encodeText(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`).deflated

/** A gap, or a clock that was set back, is before it. */
function startsAnew(pieces: readonly Piece[], at: number): boolean {
  const before = pieces[at - 1]
  const piece = pieces[at] as Piece
  if (!before) return true
  return isGap(before) ? before.reason !== 'service' : timeOf(piece) < timeOf(before)
}

/** The piece with which the chunk of another begins. */
function chunkOf(pieces: readonly Piece[], of: number): number {
  let at = of
  while (at % LISTS_A_CHUNK !== 0 && !isGap(pieces[at] as Piece) && !startsAnew(pieces, at)) at -= 1
  return at
}

/** The gap around a moment, or else the last list until then, or else the first one. */
function firstAt(pieces: readonly Piece[], ms: number, isInStretch: boolean): number {
  const end = pieces.findIndex((piece, at) => at > 0 && timeOf(piece) < timeOf(pieces[at - 1] as Piece))
  const stretch = end < 0 || !isInStretch ? pieces : pieces.slice(0, end)
  const gap = stretch.findIndex(
    (piece) => isGap(piece) && piece.reason !== 'service' && piece.fromMs < ms && ms < piece.toMs,
  )
  if (gap >= 0) return gap
  const within = stretch.some((piece) => timeOf(piece) >= ms) || end < 0 ? stretch : pieces
  return Math.max(
    0,
    within.findLastIndex((piece) => !isGap(piece) && piece.atMs <= ms),
  )
}
