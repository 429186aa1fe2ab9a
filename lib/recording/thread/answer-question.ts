import type { LiveVehicle, VehiclePatch } from '@/lib/contract/live'
import { EXPORT_POINTS_MAXIMUM, type ExportFormat } from '@/lib/contract/recording-limits'
import type { RecordedTrail } from '@/lib/contract/recording-questions'
import type { RecordedPiece } from '@/lib/recording/pieces'
import { stretchTracks } from '@/lib/recording/questions/stretch-tracks'
import { vehicleTrail } from '@/lib/recording/questions/vehicle-trail'
import { formatTracks } from '@/lib/trail/format-tracks'
import type { DecodedChunk } from './decoded-chunk'
import { PieceQueue } from './piece-queue'

export type Question =
  | { readonly kind: 'trail'; readonly id: string }
  | { readonly kind: 'export'; readonly format: ExportFormat }

export type TrailAnswer = Omit<RecordedTrail, 'untilMs'>
/** The bytes of a file; null for too many points. */
export interface ExportAnswer {
  readonly file: Uint8Array<ArrayBuffer> | null
}
export type QuestionAnswer = TrailAnswer | ExportAnswer

export interface Stretch {
  readonly fromMs: number
  readonly toMs: number
  /** The list at `fromMs`, or the first one, comes whole; otherwise the chunk goes on from the one before. */
  readonly isWhole: boolean
}

function answerTo(question: Question, pieces: PieceQueue): Promise<QuestionAnswer> {
  return question.kind === 'trail' ? vehicleTrail(pieces, question.id) : exportFile(pieces, question.format)
}

async function exportFile(pieces: PieceQueue, format: ExportFormat): Promise<ExportAnswer> {
  const tracks = await stretchTracks(pieces, EXPORT_POINTS_MAXIMUM)
  // The rest would wait to be taken.
  if (tracks === null) for await (const _ of pieces);
  return { file: tracks && new TextEncoder().encode(formatTracks(format, tracks)) }
}

/** A question in work: it is given one chunk after the other. */
export class OpenQuestion {
  readonly #pieces = new PieceQueue()
  readonly #only: string | null
  readonly #answer: Promise<QuestionAnswer>

  constructor(question: Question) {
    this.#only = question.kind === 'trail' ? question.id : null
    this.#answer = answerTo(question, this.#pieces)
    // Awaited at the end.
    this.#answer.catch(() => undefined)
  }

  async gap(piece: RecordedPiece): Promise<void> {
    await this.#pieces.push(piece)
  }

  /** @returns time of the last list */
  async take(chunk: DecodedChunk, { fromMs, toMs, isWhole }: Stretch): Promise<number | null> {
    let lastMs: number | null = null
    let number = 1
    if (isWhole) {
      const first = Math.max(0, chunk.numberAt(fromMs))
      if (chunk.atMs(first) > toMs) return null
      const { atMs, meta } = chunk.head(first)
      await this.#pieces.push({
        ...{ kind: 'list', atMs, meta, isWhole: true, removed: [] },
        upserts: this.#whole(chunk, first),
      })
      lastMs = atMs
      number = first + 1
    }
    for (; number < chunk.length && chunk.atMs(number) <= toMs; number++) {
      const { head, changes } = chunk.frame(number)
      const removed = chunk.removed(number)
      const slots = chunk.list(number)
      const only = this.#only === null ? undefined : (slots.slotOf.get(this.#only) ?? -1)
      const upserts = changes.upserts(slots, only) as unknown as VehiclePatch[]
      const { atMs, meta } = head
      await this.#pieces.push({ kind: 'list', atMs, meta, isWhole: false, upserts, removed })
      lastMs = atMs
    }
    return lastMs
  }

  finish(): Promise<QuestionAnswer> {
    this.#pieces.end()
    return this.#answer
  }

  #whole(chunk: DecodedChunk, number: number): LiveVehicle[] {
    const slots = chunk.list(number)
    if (this.#only === null) return slots.list() as unknown as LiveVehicle[]
    const at = slots.slotOf.get(this.#only)
    return at === undefined ? [] : [slots.record(at) as unknown as LiveVehicle]
  }
}
