import type { LiveFailure, LiveVehicle } from '@/lib/contract/live'
import type { RecordingGap } from '@/lib/contract/recording'
import type { ListChanges, ListDifference } from '@/lib/contract/recording-frames'
import { liveMeta } from '@/lib/testing/vehicles'

/** A list as it was streamed, or a gap. */
export type Piece =
  | { readonly atMs: number; readonly vehicles: readonly LiveVehicle[]; readonly failure?: LiveFailure }
  | RecordingGap

const isGap = (piece: Piece): piece is RecordingGap => 'reason' in piece
const timeOf = (piece: Piece) => (isGap(piece) ? piece.fromMs : piece.atMs)

/**
 * Answers `GET /api/recording/frames` out of these pieces, which are named by their index, and counts the requests. A whole
 * list is a snapshot of parts of two vehicles, or the difference to one that the page has.
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
  const have = params.get('have')
  const events = wanted.map((piece, at) => {
    if (isGap(piece)) {
      isWhole ||= piece.reason !== 'service'
      return piece.reason === 'service' ? '' : sse('gap', piece)
    }
    const { atMs, vehicles, failure = null } = piece
    const common = { epoch: 'e', writtenAt: atMs, meta: liveMeta({ fetchedAt: iso(atMs), failure }) }
    const event = isWhole
      ? wholeList(
          { ...common, place: placeOf(first + at) },
          vehicles,
          have === null ? null : listAt(pieces, have),
        )
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

const placeOf = (index: number) => `list.${index}`

function listAt(pieces: readonly Piece[], place: string) {
  const piece = pieces[Number(place.split('.')[1])] as Piece
  return isGap(piece) ? null : { base: place, vehicles: piece.vehicles }
}

function wholeList(
  common: { readonly place: string },
  vehicles: readonly LiveVehicle[],
  held: { readonly base: string; readonly vehicles: readonly LiveVehicle[] } | null,
): string {
  if (held) return sse('difference', { ...common, base: held.base, ...differenceOf(held.vehicles, vehicles) })
  const parts = Math.max(1, Math.ceil(vehicles.length / 2))
  return Array.from({ length: parts }, (_, part) =>
    sse('snapshot', { ...common, part, parts, vehicles: vehicles.slice(2 * part, 2 * part + 2) }),
  ).join('')
}

function differenceOf(base: readonly LiveVehicle[], vehicles: readonly LiveVehicle[]) {
  const ids = base.map(({ id }) => id)
  const { departures: _, ids: __, ...changes } = changesOf(ids, vehicles)
  const listed = vehicles.map(({ id }) => id)
  const numbered = [...ids.filter((id) => listed.includes(id)), ...changes.added.map(({ id }) => id)]
  return {
    ...changes,
    removed: ids.flatMap((id, number) => (listed.includes(id) ? [] : [number])),
    order: listed.map((id) => numbered.indexOf(id)),
  } satisfies Partial<ListDifference>
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
