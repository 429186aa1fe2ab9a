import type { RecordingGap } from '@/lib/contract/recording'
import { answerRequests, withTransfer } from '@/lib/worker-thread/answer-requests'
import { OpenQuestion, type Question, type QuestionAnswer, type Stretch } from './thread/answer-question'
import { AnsweredLists } from './thread/answered-lists'
import { ChunkCache, type ChunkData, type ChunkRef } from './thread/chunk-cache'
import { type EventsAnswer, type EventsRequest, readEvents, timeOf } from './thread/read-events'

// Entry of the worker thread that decodes recordings.

/** `data` is left out where the thread may still have the chunk: it answers null where it does not. */
interface OfChunk {
  readonly chunk: ChunkRef
  readonly data?: ChunkData
}

const cache = new ChunkCache()
const answered = new AnsweredLists()
const questions = new Map<number, OpenQuestion>()

const handlers = {
  events({ chunk, data, ...request }: OfChunk & EventsRequest): EventsAnswer | null {
    const decoded = cache.get(chunk, data)
    if (!decoded) return null
    const answer = readEvents(decoded, request, answered)
    return withTransfer(answer, [answer.events.buffer as ArrayBuffer])
  },
  /** @returns null where the chunk has to be given; otherwise the time of the list, if there is one */
  timeOf({ chunk, data, from }: OfChunk & Pick<EventsRequest, 'from'>): { atMs: number | null } | null {
    const decoded = cache.get(chunk, data)
    return decoded && { atMs: timeOf(decoded, from) }
  },
  begin({ number, question, released }: { number: number; question: Question; released: number[] }): void {
    handlers.release(released)
    questions.set(number, new OpenQuestion(question))
  },
  async gap({ number, gap }: { number: number; gap: RecordingGap }): Promise<void> {
    await questions.get(number)?.gap({ kind: 'gap', gap })
  },
  /** @returns null where the chunk has to be given; otherwise the time of its last list, if any */
  async take({
    number,
    chunk,
    data,
    ...stretch
  }: OfChunk & Stretch & { number: number }): Promise<{ lastMs: number | null } | null> {
    const decoded = cache.get(chunk, data)
    if (!decoded) return null
    return { lastMs: (await questions.get(number)?.take(decoded, stretch)) ?? null }
  },
  async finish(number: number): Promise<QuestionAnswer | null> {
    const question = questions.get(number)
    questions.delete(number)
    return question ? question.finish() : null
  },
  /** Of questions that are not to be answered. */
  release(numbers: readonly number[]): void {
    for (const number of numbers) questions.delete(number)
  },
}

export type RecordingHandlers = typeof handlers

answerRequests(handlers)
