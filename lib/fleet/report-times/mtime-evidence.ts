import type { ObservedAnswer } from '@/lib/api/contract/observations'

/** `auto`: as the service was seen to do. */
export type MtimeSetting = 'auto' | 'report' | 'record'

/** A later reading of a vehicle, compared with the one before. */
export interface MtimeReading {
  readonly hasMoved: boolean
  /** `late`: it advanced, but to a time long before the reading before. */
  readonly mtime: 'same' | 'advanced' | 'late'
  /** Of this vehicle, with this one. */
  readonly readings: number
  readonly advances: number
  /** Once for each vehicle that stands for ten minutes: whether its `mtime` advanced in the last five of them. */
  readonly standing?: 'reported' | 'silent' | undefined
}

/** Changes of position, or vehicles, that are evidence: a fleet of three has them after two sweeps. */
const FEWEST = 3
/** Changes that are evidence against what was seen before. */
const FEWEST_AGAINST = 20
/** Share of changes, or of vehicles, from which `mtime` serves, and below which it no longer does. */
const BEGIN = 0.8
const END = 0.5
/** The same for vehicles whose `mtime` advanced at all: that of many is not to be the time of their last move. */
const BEGIN_AT_ALL = 0.2
const END_AT_ALL = 0.1

/** Whether `mtime` can serve as the time of the last report, by what it was seen to do (§2.2: not shown). */
export class MtimeEvidence {
  readonly #setting: MtimeSetting
  readonly #now: () => number
  readonly #counts = {
    changes: 0,
    advanced: 0,
    late: 0,
    vehicles: 0,
    once: 0,
    twice: 0,
    stood: 0,
    reported: 0,
  }
  #serves = false
  #firstMs = 0
  #lastMs = 0

  /** @param now milliseconds since the epoch */
  constructor(setting: MtimeSetting = 'auto', now: () => number = Date.now) {
    this.#setting = setting
    this.#now = now
  }

  /** Judged when it is read: in the middle of a list the figures are of some of its vehicles. */
  get serves(): boolean {
    this.#judge()
    return this.#setting === 'auto' ? this.#serves : this.#setting === 'report'
  }

  add({ hasMoved, mtime, readings, advances, standing }: MtimeReading): void {
    const counts = this.#counts
    this.#lastMs = this.#now()
    this.#firstMs ||= this.#lastMs
    if (hasMoved) counts.changes++
    if (hasMoved && mtime !== 'same') counts.advanced++
    if (hasMoved && mtime === 'late') counts.late++
    if (readings === 1) counts.vehicles++
    if (standing) counts.stood++
    if (standing === 'reported') counts.reported++
    if (mtime === 'advanced' && advances === 1) counts.once++
    if (mtime === 'advanced' && advances === 2) counts.twice++
  }

  /** Takes over what another node saw, until this one has evidence. */
  adopt(serves: boolean): void {
    if (this.#counts.changes < FEWEST) this.#serves = serves
  }

  /** In figures; empty without evidence. */
  answers(): readonly ObservedAnswer[] {
    const { changes, advanced, late, vehicles, once } = this.#counts
    const [firstSeenAt, lastSeenAt] = [this.#firstMs, this.#lastMs].map((ms) => new Date(ms).toISOString())
    const answer = (value: string, count: number) =>
      ({ value, count, kind: 'form', firstSeenAt, lastSeenAt }) as ObservedAnswer
    if (vehicles === 0) return []
    const isSet = this.#setting === 'auto' ? '' : ` (VEHICLE_MTIME=${this.#setting})`
    return [
      answer(`mtime advanced with ${advanced} of ${changes} changes of position`, changes),
      ...(late > 0 ? [answer('mtime advanced to a time more than ten minutes ago', late)] : []),
      answer(`mtime advanced for ${once} of ${vehicles} vehicles`, vehicles),
      answer(`taken as the time of the last report: ${this.serves ? 'yes' : 'no'}${isSet}`, vehicles),
    ]
  }

  /** Turning back takes more evidence than the first verdict. */
  #judge(): void {
    const { changes, advanced, late, vehicles, once, twice, stood, reported } = this.#counts
    const [share, shareAtAll] = this.#serves ? [END, END_AT_ALL] : [BEGIN, BEGIN_AT_ALL]
    const withMoves = changes >= FEWEST && advanced - late >= share * changes && once >= shareAtAll * vehicles
    const withoutMoves = vehicles >= FEWEST && twice >= share * vehicles
    // The time of the last move says nothing of vehicles that stand.
    const whileStanding = stood < FEWEST || reported >= shareAtAll * stood
    if (!this.#serves || changes >= FEWEST_AGAINST)
      this.#serves = whileStanding && (withMoves || withoutMoves)
  }
}
