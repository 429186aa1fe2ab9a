import type { SubjectName } from '@/e2e/bench/map/page/page'
import type { ResultRow } from '@/e2e/runner/table'
import { formatNumber } from '@/e2e/support/statistics'
import { rivals } from './limits'
import type { Measured } from './measure'

/** A figure and its targets. */
export interface Comparison {
  readonly measure: (one: Measured) => number
  readonly format: (value: number) => string
  /** Largest ratio to a peer; null without a target. */
  readonly ratioWanted?: (peer: SubjectName) => number | null
  /** Largest value. */
  readonly most?: { readonly value: number; readonly text: string } | undefined
  /** Also compares with the empty map. */
  readonly withEmpty?: boolean
  /** Shows the peers' values instead of ratios. */
  readonly withoutRatios?: boolean
}

interface Part {
  readonly text: string
  readonly wanted: readonly string[]
  readonly met: boolean
}

/** A row that compares every vehicle drawn with its peers, then clusters with theirs. */
export function compare(measured: readonly Measured[], what: string, comparison: Comparison): ResultRow {
  const parts = rivals
    .filter(({ ours }) => measured.some(({ subject }) => subject === ours))
    .map(({ ours, peers }) => partOf(measured, ours, peers, comparison))
  const wanted = [...new Set(parts.flatMap((part) => part.wanted))]
  return {
    what,
    reached: parts.map(({ text }) => text).join('; '),
    wanted: wanted.length > 0 ? wanted.join(', ') : null,
    met: wanted.length > 0 ? parts.every(({ met }) => met) : null,
  }
}

/** The empty map of the same size and distribution. */
export function emptyMapOf(measured: readonly Measured[], one: Measured): Measured {
  return peerOf(measured, one, 'empty map') as Measured
}

function partOf(
  measured: readonly Measured[],
  ours: SubjectName,
  peers: readonly SubjectName[],
  { measure, format, ratioWanted = () => null, most, withEmpty, withoutRatios }: Comparison,
): Part {
  const own = measured.filter(({ subject }) => subject === ours)
  const worst = Math.max(...own.map(measure))
  const wanted = most ? [most.text] : []
  let met = !most || worst <= most.value
  const comparisons: string[] = []
  for (const peer of withEmpty ? (['empty map', ...peers] as const) : peers) {
    const pairs = pairsOf(measured, own, peer)
    if (pairs.length === 0) continue
    const ratio = Math.max(...pairs.map(([one, other]) => measure(one) / measure(other)))
    const others = Math.max(...pairs.map(([, other]) => measure(other)))
    comparisons.push(withoutRatios ? `${peer} ${format(others)}` : `${formatNumber(ratio)} × ${peer}`)
    const limit = ratioWanted(peer)
    if (limit === null) continue
    wanted.push(`≤ ${limit} × ${peer}`)
    met &&= ratio <= limit
  }
  const text = comparisons.length > 0 ? `${format(worst)} (${comparisons.join(', ')})` : format(worst)
  return { text, wanted, met }
}

function pairsOf(
  measured: readonly Measured[],
  own: readonly Measured[],
  peer: SubjectName,
): (readonly [Measured, Measured])[] {
  return own.flatMap((one) => {
    const other = peerOf(measured, one, peer)
    return other ? [[one, other] as const] : []
  })
}

function peerOf(
  measured: readonly Measured[],
  { distribution }: Measured,
  subject: SubjectName,
): Measured | undefined {
  return measured.find((one) => one.distribution === distribution && one.subject === subject)
}
