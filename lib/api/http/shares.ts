import { ProblemError } from '@/lib/api/contract/problem-error'
import type { ProblemKind } from '@/lib/api/contract/problems'
import { networkOf } from '@/lib/auth/network'
import type { Principal } from '@/lib/auth/principal'

/** Shares in which a request counts: the operator's, and that of the client's network. */
export interface ShareHolder {
  /** Null where sign-in is disabled. */
  readonly operator: string | null
  readonly network: string | null
}

/** Counts in the share of all alone. */
export const NOBODY: ShareHolder = { operator: null, network: null }

export function shareHolderOf({ operator, address }: Principal): ShareHolder {
  return { operator: operator?.id ?? null, network: address === null ? null : networkOf(address) }
}

/**
 * Owner of the fair share of the calls that a request uses: the operator wherever it
 * comes from, else the network.
 */
export function ownerOf({ operator, network }: ShareHolder): string {
  return operator === null ? `network ${network ?? ''}` : `operator ${operator}`
}

export type Level = 'operator' | 'network' | 'all'

/** The most that each operator, each network and all together may hold. */
export type Bounds<What extends string> = Readonly<Record<Level, Readonly<Record<What, number>>>>

/** Amounts of a request; a thing counts once for each holder, with its size when it is taken. */
type Amounts<What extends string, Thing> = Readonly<Partial<Record<What, number | Thing>>>

export interface SharesOptions<What extends string, Thing extends object> {
  readonly bounds: Bounds<What>
  readonly kinds: Readonly<Record<Level, ProblemKind>>
  /** When a refused client may try again. */
  readonly retryMs: number
  /** For the log: `GET /api/live`. */
  readonly name: string
  readonly sizeOf?: (thing: Thing, what: What) => number
  /** Gives some of what all hold back. @returns false when nothing can be */
  readonly makeRoom?: (what: What) => boolean
}

/** Counts what each operator, each network and all together hold at a time. */
export class Shares<What extends string, Thing extends object = never> {
  readonly #options: SharesOptions<What, Thing>
  readonly #held = new Map<string, { amount: number; readonly things: Map<Thing, number> }>()

  constructor(options: SharesOptions<What, Thing>) {
    this.#options = options
  }

  /**
   * @returns the function that gives it back.
   * @throws ProblemError of the level that is full; nothing is taken then
   */
  take(holder: ShareHolder, amounts: Amounts<What, Thing>): () => void {
    this.check(holder, amounts)
    this.#change(holder, amounts, 1)
    let isTaken = true
    return () => {
      if (isTaken) this.#change(holder, amounts, -1)
      isTaken = false
    }
  }

  /** Whether it may be taken. @throws ProblemError */
  check(holder: ShareHolder, amounts: Amounts<What, Thing>): void {
    const { bounds, makeRoom = () => false } = this.#options
    for (const [level, key] of levelsOf(holder)) {
      for (const [what, amount] of listOf(amounts)) {
        if (typeof amount !== 'number' && this.#held.get(`${what} ${key}`)?.things.has(amount))
          continue
        const bound = bounds[level][what]
        const isFull = () =>
          this.#amount(what, key) + (typeof amount === 'number' ? amount : 1) > bound
        while (level === 'all' && isFull() && makeRoom(what));
        if (isFull())
          throw this.refusal(level, `${this.#amount(what, key)} of ${bound} ${what} held`)
      }
    }
  }

  refusal(level: Level, what: string): ProblemError {
    const { kinds, name, retryMs } = this.#options
    return new ProblemError(kinds[level], {
      message: `${name}: ${what} (${level})`,
      retryAfterMs: retryMs,
    })
  }

  /** Rest that a holder may take, in the narrowest of its shares. */
  left(holder: ShareHolder, what: What): number {
    const { bounds } = this.#options
    return Math.min(
      ...levelsOf(holder).map(([level, key]) => bounds[level][what] - this.#amount(what, key)),
    )
  }

  /** Amount that a holder has, in the smallest of its shares. */
  held(holder: ShareHolder, what: What): number {
    return Math.min(...levelsOf(holder).map(([, key]) => this.#amount(what, key)))
  }

  #amount(what: What, key: string): number {
    const { amount, things } = this.#held.get(`${what} ${key}`) ?? { amount: 0, things: [] }
    const { sizeOf = () => 1 } = this.#options
    let sum = amount
    for (const [thing] of things) sum += sizeOf(thing, what)
    return sum
  }

  #change(holder: ShareHolder, amounts: Amounts<What, Thing>, by: 1 | -1): void {
    for (const [, key] of levelsOf(holder)) {
      for (const [what, amount] of listOf(amounts)) {
        const name = `${what} ${key}`
        const held = this.#held.get(name) ?? { amount: 0, things: new Map<Thing, number>() }
        this.#held.set(name, held)
        if (typeof amount === 'number') held.amount += by * amount
        else {
          const times = (held.things.get(amount) ?? 0) + by
          if (times > 0) held.things.set(amount, times)
          else held.things.delete(amount)
        }
        if (held.amount === 0 && held.things.size === 0) this.#held.delete(name)
      }
    }
  }
}

function levelsOf({ operator, network }: ShareHolder): (readonly [Level, key: string])[] {
  return [
    ...(operator === null ? [] : [['operator', `operator ${operator}`] as const]),
    ...(network === null ? [] : [['network', `network ${network}`] as const]),
    ['all', 'all'],
  ]
}

function listOf<What extends string, Thing>(amounts: Amounts<What, Thing>) {
  return Object.entries(amounts) as [What, number | Thing][]
}
