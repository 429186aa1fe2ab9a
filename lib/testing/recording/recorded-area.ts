import { deflateRawSync } from 'node:zlib'
import type { LiveFailure, LiveVehicle } from '@/lib/api/contract/live'
import { FRAMES_TYPE, type RecordingGap } from '@/lib/api/contract/recording'
import { encodeChanges } from '@/lib/live/streaming/event'
import { liveMeta } from '@/lib/testing/vehicles'
import { finish } from '@/lib/vehicles/steps'
import { snapshotOf, VehicleTable } from '@/lib/vehicles/vehicle-table'

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
  const server = {
    requests,
    /** Instead of an answer. */
    refuse: null as null | (() => Response),
    fetch: async (input: unknown, { signal }: RequestInit = {}): Promise<Response> => {
      signal?.throwIfAborted()
      const url = new URL(String(input), 'http://kerbside.test')
      requests.push(url)
      return server.refuse ? server.refuse() : recordedResponse(answer(pieces, url.searchParams))
    },
  }
  return server
}

/** @param text of server-sent events */
export function recordedResponse(text: string): Response {
  return new Response(deflateRawSync(text), { headers: { 'content-type': FRAMES_TYPE } })
}

function answer(pieces: readonly Piece[], params: URLSearchParams): string {
  const after = params.get('after')
  const [from, to] = ['from', 'to'].map((name) => Date.parse(params.get(name) ?? '')) as [number, number]
  const start = Number(params.get('start') ?? 0)
  const first =
    after === null
      ? chunkOf(pieces, start + firstAt(pieces.slice(start), from, params.has('start')))
      : Number(after)
  const texts: string[] = []
  let [next, lastMs, toMs]: [number, number | null, number | null] = [first, null, null]
  for (const [at, piece] of pieces.entries()) {
    if (at < first) continue
    if (isGap(piece)) {
      // A gap that the answer does not lead over is not in it, unless it begins there.
      if (at > first && piece.toMs > to) break
      if (piece.reason !== 'service') texts.push(sse('gap', piece))
    } else {
      if (piece.atMs > to) {
        toMs = to
        break
      }
      const isWhole = (after === null && at === first) || startsAnew(pieces, at)
      texts.push(listText(pieces, at, isWhole))
      lastMs = piece.atMs
    }
    next = at + 1
  }
  const end = { next: lastMs !== null || after !== null ? String(next) : null, lastMs, toMs }
  return [...texts, sse('end', end)].join('')
}

function listText(pieces: readonly Piece[], at: number, isWhole: boolean): string {
  const { atMs, failure = null } = pieces[at] as Exclude<Piece, RecordingGap>
  const meta = liveMeta({ fetchedAt: new Date(atMs).toISOString(), failure })
  const [before, now] = [tableAt(pieces, at - 1), tableAt(pieces, at)]
  const head = { version: `e.${at}`, atMs, meta, departures: [] }
  const changes = isWhole
    ? { ...head, after: null, ...snapshotOf(now.records) }
    : { ...head, after: before.version, ...differenceOf(before, pieces[at] as Piece) }
  return encodeChanges(changes)
    .map(({ encoded }) => Buffer.from(encoded.bytes).toString())
    .join('')
}

/** The list after a piece, with the slots that it has in a recording. */
function tableAt(pieces: readonly Piece[], last: number): VehicleTable {
  let table = new VehicleTable()
  for (const [at, piece] of pieces.slice(0, last + 1).entries()) {
    if (isGap(piece)) continue
    if (startsAnew(pieces, at)) table = new VehicleTable()
    const head = { version: `e.${at}`, after: table.version, atMs: 0, meta: liveMeta(), departures: [] }
    finish(table.apply({ ...head, ...differenceOf(table, piece) }))
  }
  return table
}

function differenceOf(table: VehicleTable, piece: Piece) {
  const vehicles = isGap(piece) ? [] : piece.vehicles
  const listed = new Map(vehicles.map((one) => [one.id, one]))
  const gone = new Set(listed.size > 0 ? [...table.ids()].filter((id) => !listed.has(id)) : [])
  return finish(table.compare(listed, gone))
}

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

function sse(name: string, data: unknown): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
}
