import { hash } from 'node:crypto'
import { type TopicEvents, type TopicName, topicEventId } from '@/lib/api/contract/live'
import type { Clock } from '@/lib/app/clock'
import { type EncodedEvent, encodeTopicEvent } from '@/lib/live/streaming/event'

/** Source of a topic: read once a node, and encoded once for all its readers. */
export interface TopicSource {
  /**
   * @param cursor id of the last event that the reader has; null: of none
   * @param onNews called later, when `next` has more
   */
  subscribe(cursor: string | null, onNews: () => void): TopicReader
}

export interface TopicReader {
  /** Takes the next event that the reader lacks; empty while it lacks none. */
  next(): readonly EncodedEvent[]
  close(): void
}

/** A topic of a stream. */
export interface TopicRequest {
  readonly source: TopicSource
  /** Id of the last event that the reader has; null: of none. */
  readonly cursor: string | null
}

/** Least time between two readings, of which `renew` asks for the second. */
const LEAST_MS = 500

interface StateTopicOptions<Name extends TopicName> {
  readonly name: Name
  readonly read: () => Promise<TopicEvents[Name]>
  /** Time between two readings while there are readers: other nodes change the state too. */
  readonly everyMs: number
  readonly clock: Clock
  readonly log: (line: string) => void
}

export interface StateTopic extends TopicSource {
  /** Reads the state soon, where there are readers. */
  renew(): void
}

interface NewestEvent {
  readonly id: string
  readonly encoded: EncodedEvent
}

/**
 * A topic of which the newest state alone counts. Its id is a hash of the state, so that a reader
 * that comes from another node gets nothing twice.
 */
export function createStateTopic<Name extends TopicName>({
  name,
  read,
  everyMs,
  clock,
  log,
}: StateTopicOptions<Name>): StateTopic {
  const readers = new Set<() => void>()
  let newest: NewestEvent | null = null
  let isReading = false
  let isRenewalDue = false
  let isFailing = false
  let readAtMs = Number.NEGATIVE_INFINITY
  let cancelReading: () => void = () => undefined

  /** The state as JSON; that of no state where it cannot be read. */
  async function readJson(): Promise<string> {
    try {
      const json = JSON.stringify(await read())
      if (isFailing) log(`topic ${name}: can be read again`)
      isFailing = false
      return json
    } catch (error) {
      // The message of a failed statement contains its values.
      if (!isFailing) log(`topic ${name}: cannot be read (${(error as Error).name})`)
      isFailing = true
      return '{}'
    }
  }

  async function readNow(): Promise<void> {
    cancelReading()
    isReading = true
    isRenewalDue = false
    readAtMs = clock.monotonicNow()
    const json = await readJson()
    isReading = false
    if (readers.size === 0) return
    publish(json)
    readIn(isRenewalDue ? LEAST_MS : everyMs)
  }

  function readIn(ms: number): void {
    cancelReading()
    cancelReading = clock.after(ms, () => void readNow())
  }

  function publish(json: string): void {
    const id = topicEventId(name, hash('sha1', json, 'base64url'))
    if (newest?.id === id) return
    newest = { id, encoded: encodeTopicEvent(name, id, json) }
    for (const onNews of [...readers]) onNews()
  }

  return {
    subscribe(cursor, onNews) {
      let seen = cursor
      // A function of its own, since two streams may pass the same one.
      const notify = () => onNews()
      readers.add(notify)
      if (readers.size === 1 && !isReading) void readNow()
      return {
        next() {
          if (!newest || newest.id === seen) return []
          seen = newest.id
          return [newest.encoded]
        },
        close() {
          readers.delete(notify)
          if (readers.size > 0) return
          cancelReading()
          newest = null
        },
      }
    },
    renew() {
      if (readers.size === 0) return
      isRenewalDue = true
      const waitedMs = clock.monotonicNow() - readAtMs
      if (!isReading) readIn(Math.max(0, LEAST_MS - waitedMs))
    },
  }
}

/** The topics of one stream, in their order. */
export function openTopics(requests: readonly TopicRequest[], onNews: () => void): TopicReader {
  const readers = requests.map(({ source, cursor }) => source.subscribe(cursor, onNews))
  return {
    next() {
      for (const reader of readers) {
        const events = reader.next()
        if (events.length > 0) return events
      }
      return []
    },
    close() {
      for (const reader of readers) reader.close()
    },
  }
}
