import type { WorkerThread } from '@/lib/worker-thread/worker-thread'
import type { ChunkSource } from './chunk-source'
import { damageOf, type OutlinedChunk } from './outline'
import type { Reader, Span } from './recordings'
import type { Question, QuestionAnswer } from './thread/answer-question'
import type { RecordingHandlers } from './worker'

/** Of one request: its answer ends there, and the rest is asked for. */
const LONGEST_MS = 8_000

export interface Patience extends Reader {
  /** By `performance.now()`: no more chunks than one are read after it. */
  readonly endMs: number
}

/** A request's time, of which each area that is left takes an even share. */
export function createPatience(reader: Reader): (areasLeft: number) => Patience {
  const endMs = performance.now() + LONGEST_MS
  return (areasLeft) => {
    const nowMs = performance.now()
    return { ...reader, endMs: nowMs + Math.max(0, endMs - nowMs) / areasLeft }
  }
}

let questions = 0
/** Questions that the thread still holds, as it refused to release them. */
let held: number[] = []

/** Gives a question the chunks of a span, one after the other, so that others get their turn. */
export async function askQuestion(
  source: ChunkSource,
  thread: Pick<WorkerThread<RecordingHandlers>, 'request'>,
  area: string,
  chunks: readonly OutlinedChunk[],
  question: Question,
  { fromMs, toMs }: Span,
  { signal, owner, endMs }: Patience,
): Promise<{ readonly answer: QuestionAnswer; readonly untilMs: number }> {
  const number = ++questions
  const turn = { owner, signal }
  const own = source.ofOwner(owner)
  let untilMs = toMs
  let isFirst = true
  const released = [...held]
  await thread.request('begin', { number, question, released }, turn)
  held = held.filter((one) => !released.includes(one))
  try {
    for (const [at, chunk] of chunks.entries()) {
      if (chunk.toMs < fromMs) continue
      const before = chunks[at - 1]
      const damagedMs = before && !isFirst ? source.damaged.get(before.id) : undefined
      const gap = damagedMs === undefined ? chunk.gap : damageOf(damagedMs, chunk.fromMs)
      const isInGap = gap !== null && gap.fromMs < toMs && gap.toMs > fromMs
      if (chunk.fromMs > toMs) {
        // All of the span, or its end, lies in the gap.
        if (isInGap) await thread.request('gap', { number, gap }, turn)
        continue
      }
      signal.throwIfAborted()
      if (!isFirst && performance.now() > endMs) {
        untilMs = chunk.fromMs
        break
      }
      if (isInGap) await thread.request('gap', { number, gap }, turn)
      const isWhole = isFirst || chunk.begins || damagedMs !== undefined
      await own.ask('take', area, chunk, { number, fromMs, toMs, isWhole }, signal)
      isFirst = false
    }
    const answer = await thread.request('finish', number, turn)
    return { answer: answer as QuestionAnswer, untilMs }
  } catch (error) {
    await thread.request('release', [number], { owner }).catch(() => held.push(number))
    throw error
  }
}
