import type { DirectoryEntry, LiveVehicle, VehiclePatch } from '@/lib/contract/live'
import type { RecordingGap } from '@/lib/contract/recording'
import type { CircleVisit, CircleVisitor } from '@/lib/contract/recording-questions'
import { distanceMetres } from '@/lib/interface/geometry'
import type { RecordedList, RecordedPieces } from '@/lib/recording/pieces'
import { type Circle, passesThrough } from './passes-through'

/** Needed fields of a vehicle, and whether it is in the circle. */
interface Seen extends Pick<LiveVehicle, 'position' | 'status' | 'directory'> {
  readonly isInside: boolean
}

/** Vehicles that were inside a circle, or passed through it between two lists. */
export async function circleVisits(
  pieces: RecordedPieces,
  circle: Circle,
): Promise<{ visitors: CircleVisitor[]; gaps: RecordingGap[] }> {
  const gaps: RecordingGap[] = []
  const visits = new Visits()
  const seen = new Map<string, Seen>()
  for await (const piece of pieces) {
    if (piece.kind === 'gap') {
      gaps.push(piece.gap)
      visits.interrupt()
      continue
    }
    const moves = take(piece)
    if (piece.meta.failure) visits.interrupt()
    else {
      if (piece.isWhole) visits.interrupt()
      if (visits.isInterrupted) for (const [id, one] of seen) visits.begin(id, null, one, piece.atMs)
      else for (const [id, before, after] of moves) step(id, before, after, piece.atMs)
      visits.goOn(piece.atMs)
    }
  }
  visits.interrupt()
  return { visitors: visits.visitors(), gaps }

  /** @returns each vehicle that changed, with what was known of it before; null for not listed */
  function take({ isWhole, upserts, removed }: RecordedList): [string, Seen | null, Seen | null][] {
    if (isWhole) seen.clear()
    const moves: [string, Seen | null, Seen | null][] = []
    for (const patch of upserts) {
      const before = seen.get(patch.id) ?? null
      const after = seenAfter(before, patch)
      seen.set(patch.id, after)
      if (!isWhole) moves.push([patch.id, before, after])
    }
    for (const id of removed) {
      moves.push([id, seen.get(id) ?? null, null])
      seen.delete(id)
    }
    return moves
  }

  function seenAfter(before: Seen | null, patch: VehiclePatch): Seen {
    const position = patch.position === undefined ? (before?.position ?? null) : patch.position
    return {
      position,
      status: patch.status === undefined ? (before?.status ?? null) : patch.status,
      directory: patch.directory === undefined ? before?.directory : patch.directory,
      isInside: position !== null && distanceMetres(circle.position, position) <= circle.radius,
    }
  }

  function step(id: string, before: Seen | null, after: Seen | null, atMs: number): void {
    if (after?.isInside) visits.begin(id, before, after, atMs)
    else if (before?.isInside) visits.end(id, after !== null && after.position !== null)
    else if (before?.position && after?.position && passesThrough(before.position, after.position, circle))
      visits.pass(id, after, atMs)
  }
}

type Visitor = { directory: DirectoryEntry | null; visits: CircleVisit[]; statuses: (string | null)[] }

class Visits {
  readonly #visitors = new Map<string, Visitor>()
  readonly #open = new Set<string>()
  /** Of the last list that said something new; null after a gap. */
  #lastMs: number | null = null

  /** Or goes on. @param before null where the list before did not have it */
  begin(id: string, before: Seen | null, after: Seen, atMs: number): void {
    if (!after.isInside) return
    const { visits } = this.#note(id, after)
    if (this.#open.has(id)) return
    const isBeginKnown = before !== null && before.position !== null
    visits.push({ firstMs: atMs, lastMs: atMs, isBeginKnown, isEndKnown: false, isPassing: false })
    this.#open.add(id)
  }

  end(id: string, isEndKnown: boolean): void {
    const { visits } = this.#visitors.get(id) as Visitor
    visits.push({ ...(visits.pop() as CircleVisit), lastMs: this.#lastMs ?? 0, isEndKnown })
    this.#open.delete(id)
  }

  pass(id: string, after: Seen, atMs: number): void {
    const { visits } = this.#note(id, after)
    const times = { firstMs: this.#lastMs ?? atMs, lastMs: atMs, isBeginKnown: true, isEndKnown: true }
    visits.push({ ...times, isPassing: true })
  }

  /** Of what follows, nothing is known. */
  interrupt(): void {
    for (const id of this.#open) this.end(id, false)
    this.#lastMs = null
  }

  get isInterrupted(): boolean {
    return this.#lastMs === null
  }

  /** After what changed in a list. */
  goOn(atMs: number): void {
    this.#lastMs = atMs
  }

  visitors(): CircleVisitor[] {
    return [...this.#visitors].map(([id, visitor]) => ({ id, ...visitor }))
  }

  #note(id: string, { directory, status }: Seen): Visitor {
    const visitor = this.#visitors.get(id) ?? { directory: null, visits: [], statuses: [] }
    this.#visitors.set(id, visitor)
    visitor.directory = directory ?? visitor.directory
    if (visitor.statuses.length === 0 || visitor.statuses.at(-1) !== status) visitor.statuses.push(status)
    return visitor
  }
}
