import type { ObservedAnswer } from '@/lib/api/contract/answers'

/** Change of `mtime` since the reading before. `late`: to a time long before that reading. */
export type Advance = 'same' | 'advanced' | 'late'

/** Whether `mtime` advanced in the last five of the ten minutes that a vehicle has stood. */
export type Standing = 'reported' | 'silent' | undefined

/** A later reading of a vehicle, compared with the one before. */
export interface MtimeReading {
  readonly hasMoved: boolean
  readonly advance: Advance
  readonly standing: Standing
  /** Readings of the vehicle after the first. */
  readonly readings: number
  /** Of these, readings with an advanced `mtime`. */
  readonly advances: number
}

/** `auto`: as the service was seen to do. */
export type MtimeSetting = 'auto' | 'report' | 'record'

/**
 * Changes of position, or vehicles, that are evidence: a fleet of three has them after two sweeps.
 */
const FEWEST = 3
/** Changes that are evidence against what was seen before. */
const FEWEST_AGAINST = 20
/**
 * Share of changes, or of vehicles, from which `mtime` serves, and below which it no longer does.
 */
const BEGIN_SHARE = 0.8
const END_SHARE = 0.5
/**
 * The same for vehicles whose `mtime` advanced at all: that of many is not to be
 * the time of their last move.
 */
const BEGIN_SHARE_AT_ALL = 0.2
const END_SHARE_AT_ALL = 0.1

/**
 * Whether `mtime` can serve as the time of the last report, by what it was
 * seen to do (§2.2: not shown).
 */
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
    return this.lastVerdict
  }

  /** As judged last, which does not change within a list. */
  get lastVerdict(): boolean {
    return this.#setting === 'auto' ? this.#serves : this.#setting === 'report'
  }

  add({ hasMoved, advance, standing, readings, advances }: MtimeReading): void {
    const counts = this.#counts
    this.#lastMs = this.#now()
    this.#firstMs ||= this.#lastMs
    if (hasMoved) counts.changes++
    if (hasMoved && advance !== 'same') counts.advanced++
    if (hasMoved && advance === 'late') counts.late++
    if (readings === 1) counts.vehicles++
    if (standing) counts.stood++
    if (standing === 'reported') counts.reported++
    if (advance === 'advanced' && advances === 1) counts.once++
    if (advance === 'advanced' && advances === 2) counts.twice++
  }

  /** Takes over what another node saw, until this one has evidence. */
  adopt(serves: boolean): void {
    if (this.#counts.changes < FEWEST) this.#serves = serves
  }

  /** In figures; empty without evidence. */
  answers(): readonly ObservedAnswer[] {
    const { changes, advanced, late, vehicles, once } = this.#counts
    if (vehicles === 0) return []
    const answers: ObservedAnswer[] = []
    const add = (value: string, count: number) => {
      answers.push({
        value,
        kind: 'form',
        count,
        firstSeenAt: new Date(this.#firstMs).toISOString(),
        lastSeenAt: new Date(this.#lastMs).toISOString(),
      })
    }
    const verdict = this.serves ? 'yes' : 'no'
    const setting = this.#setting === 'auto' ? '' : ` (VEHICLE_MTIME=${this.#setting})`
    add(`mtime advanced with ${advanced} of ${changes} changes of position`, changes)
    if (late > 0) add('mtime advanced to a time more than ten minutes ago', late)
    add(`mtime advanced for ${once} of ${vehicles} vehicles`, vehicles)
    add(`taken as the time of the last report: ${verdict}${setting}`, vehicles)
    return answers
  }

  /** Turning back takes more evidence than the first verdict. */
  #judge(): void {
    const { changes, advanced, late, vehicles, once, twice, stood, reported } = this.#counts
    if (this.#serves && changes < FEWEST_AGAINST) return
    const share = this.#serves ? END_SHARE : BEGIN_SHARE
    const shareAtAll = this.#serves ? END_SHARE_AT_ALL : BEGIN_SHARE_AT_ALL
    const withMoves =
      changes >= FEWEST && advanced - late >= share * changes && once >= shareAtAll * vehicles
    const withoutMoves = vehicles >= FEWEST && twice >= share * vehicles
    // The time of the last move says nothing of vehicles that stand.
    const whileStanding = stood < FEWEST || reported >= shareAtAll * stood
    this.#serves = whileStanding && (withMoves || withoutMoves)
  }
}
