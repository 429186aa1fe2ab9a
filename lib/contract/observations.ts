import type { ObservedGapName } from '@/lib/interface/gaps'

/** One answer that was seen in a gap. */
export interface ObservedAnswer {
  /** The service's own key word, or a form in our words: never a value that could be about a person. */
  readonly value: string
  readonly kind: 'word' | 'form'
  readonly count: number
  /** ISO 8601, the server's clock. */
  readonly firstSeenAt: string
  readonly lastSeenAt: string
}

export interface ObservedGap {
  /** In the order in which they were first seen. */
  readonly answers: readonly ObservedAnswer[]
  /** How often something else was seen after the list was full. */
  readonly more: number
}

/** What the service answered in the gaps since this server started. */
export interface Observations {
  /** ISO 8601. */
  readonly since: string
  readonly gaps: Readonly<Record<ObservedGapName, ObservedGap>>
}
