import type { EncodedEvent } from '@/lib/live/streaming/event'

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
