import type { ObservedGapName } from '@/lib/interface/gaps'

/** An observed answer in a gap. */
export interface ObservedAnswer {
  /** A key word of the service, or a form in our words; never a personal value. */
  readonly value: string
  readonly kind: 'word' | 'form'
  readonly count: number
  /** ISO 8601, the server's clock. */
  readonly firstSeenAt: string
  readonly lastSeenAt: string
}

export interface ObservedGap {
  /** In the order of their first observation. */
  readonly answers: readonly ObservedAnswer[]
  /** Number of other answers after the list was full. */
  readonly more: number
}

/** Observed answers since this server started. */
export interface Observations {
  /** ISO 8601. */
  readonly since: string
  readonly gaps: Readonly<Record<ObservedGapName, ObservedGap>>
}
