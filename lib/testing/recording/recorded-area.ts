import type { LiveFailure, LiveVehicle } from '@/lib/contract/live'
import type { RecordingGap } from '@/lib/contract/recording'
import type { ListChanges } from '@/lib/contract/recording-frames'
import { liveMeta } from '@/lib/testing/vehicles'

/** A list as it was streamed, or a gap. */
export type Piece =
  | { readonly atMs: number; readonly vehicles: readonly LiveVehicle[]; readonly failure?: LiveFailure }
  | RecordingGap

const isGap = (piece: Piece): piece is RecordingGap => 'reason' in piece
const timeOf = (piece: Piece) => (isGap(piece) ? piece.fromMs : piece.atMs)

/** Answers `GET /api/recording/frames` out of these pieces, which are named by their index, and counts the requests. */
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
      if (server.refuse) return server.refuse()
      return new Response(answer(pieces, url.searchParams), {
        headers: { 'content-type': 'text/event-stream' },
      })
    },
  }
  return server
}

function answer(pieces: readonly Piece[], params: URLSearchParams): string {
  const after = params.get('after')
  const [from, to] = ['from', 'to'].map((name) => Date.parse(params.get(name) ?? ''))
  const start = Number(params.get('start') ?? 0)
  const stretch = params.has('start') ? stretchFrom(pieces, start) : pieces
  const first = after === null ? start + firstAt(stretch, from as number) : Number(after)
  const rest = pieces.slice(first)
  const beyond = rest.findIndex((piece, at) => {
    // A gap that the answer does not lead over is not in it, unless it begins there.
    const begin = isGap(piece) && piece.reason !== 'service' ? piece.toMs : timeOf(piece)
    return (at > 0 || after !== null) && begin > (to as number)
  })
  const wanted = beyond < 0 ? rest : rest.slice(0, beyond)
  let isWhole = after === null
  const known = new Set(after === null ? [] : pieces.slice(0, first).flatMap(idsOf))
  const events = wanted.map((piece) => {
    if (isGap(piece)) {
      isWhole ||= piece.reason !== 'service'
      return piece.reason === 'service' ? '' : sse('gap', piece)
    }
    const { atMs, vehicles, failure = null } = piece
    const common = { epoch: 'e', writtenAt: atMs, meta: liveMeta({ fetchedAt: iso(atMs), failure }) }
    const event = isWhole
      ? sse('snapshot', { ...common, part: 0, parts: 1, vehicles })
      : sse('changes', { ...common, ...changesOf([...known], vehicles) })
    for (const { id } of vehicles) known.add(id)
    isWhole = false
    return event
  })
  const next = first + wanted.length
  const last = wanted.findLast((piece) => !isGap(piece))
  const end = { next: last || after !== null ? String(next) : null, lastMs: last ? timeOf(last) : null }
  return [...events, sse('end', end)].join('')
}

const idsOf = (piece: Piece) => (isGap(piece) ? [] : piece.vehicles.map(({ id }) => id))

/** All fields of vehicles that are known, and the others whole. */
function changesOf(ids: readonly string[], vehicles: readonly LiveVehicle[]) {
  const fields = vehicles.flatMap(({ id, ...others }) =>
    Object.entries(others).map(([name, value]) => ({
      ...{ name, atDeltas: [ids.indexOf(id)], values: [value], numbers: [0] },
    })),
  )
  return {
    ...{ ids, removed: [], departures: [], since: { atDeltas: [], timeDeltas: [], begun: [] } },
    moved: { atDeltas: [], scale: 1, latDeltas: [], lngDeltas: [] },
    fields: fields.filter(({ atDeltas: [number] }) => number !== -1),
    added: vehicles.filter(({ id }) => !ids.includes(id)),
  } satisfies Partial<ListChanges>
}

/** The pieces up to where the clock was set back. */
function stretchFrom(pieces: readonly Piece[], start: number): readonly Piece[] {
  const later = pieces.slice(start)
  const end = later.findIndex((piece, at) => at > 0 && timeOf(piece) < timeOf(later[at - 1] as Piece))
  return end < 0 ? later : later.slice(0, end)
}

/** The gap around a moment, or else the last list until then, or else the first one. */
function firstAt(pieces: readonly Piece[], ms: number): number {
  const gap = pieces.findIndex(
    (piece) => isGap(piece) && piece.reason !== 'service' && piece.fromMs < ms && ms < piece.toMs,
  )
  if (gap >= 0) return gap
  return Math.max(
    0,
    pieces.findLastIndex((piece) => !isGap(piece) && piece.atMs <= ms),
  )
}

function sse(name: string, data: unknown): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
}

const iso = (ms: number) => new Date(ms).toISOString()
