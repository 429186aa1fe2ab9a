import type { WorkerThread } from '@/lib/worker-thread/worker-thread'
import type { ChunkSource } from './chunk-source'
import type { OutlinedChunk } from './outline'
import type { Span } from './recordings'
import type { Question, QuestionAnswer } from './thread/answer-question'
import type { RecordingHandlers } from './worker'

/** Of one answer: it ends there, and the rest is asked for. */
const LONGEST_MS = 8_000

let questions = 0

/** Gives a question the chunks of a span, one after the other, so that others get their turn. */
export async function askQuestion(
  source: ChunkSource,
  thread: Pick<WorkerThread<RecordingHandlers>, 'request'>,
  area: string,
  chunks: readonly OutlinedChunk[],
  question: Question,
  { fromMs, toMs }: Span,
): Promise<{ readonly answer: QuestionAnswer; readonly untilMs: number }> {
  const number = ++questions
  const begunMs = performance.now()
  const owner = { owner: area }
  let untilMs = toMs
  let isFirst = true
  await thread.request('begin', { number, question }, owner)
  try {
    for (const [at, chunk] of chunks.entries()) {
      if (chunk.toMs < fromMs || chunk.fromMs > toMs) continue
      if (!isFirst && performance.now() - begunMs > LONGEST_MS) {
        untilMs = chunk.fromMs
        break
      }
      const before = chunks[at - 1]
      const damagedMs = before && source.damaged.get(before.id)
      if (!isFirst && damagedMs !== undefined) {
        const gap = { fromMs: damagedMs, toMs: chunk.fromMs, reason: 'damaged', problem: null } as const
        await thread.request('gap', { number, gap }, owner)
      } else if (chunk.gap && chunk.gap.toMs > fromMs)
        await thread.request('gap', { number, gap: chunk.gap }, owner)
      const isWhole = isFirst || chunk.begins || damagedMs !== undefined
      await source.ask('take', area, chunk, { number, fromMs, toMs, isWhole })
      isFirst = false
    }
    const answer = await thread.request('finish', number, owner)
    return { answer: answer as QuestionAnswer, untilMs }
  } catch (error) {
    await thread.request('finish', number, owner).catch(() => undefined)
    throw error
  }
}
