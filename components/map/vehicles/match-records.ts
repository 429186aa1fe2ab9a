/** Looking up more than this takes longer than a frame: they count as new. */
const MOST_LOOKED_UP = 20_000

/** How far ahead a record is looked for when the lists run out of step by a few. */
const LOOK_AHEAD = 4

interface Identified {
  readonly id: string
}

/**
 * Where each record stood in the list before: its index there, -1 for a new one.
 * Nearly free as long as the order stays; records out of order cost a look-up each, and very many are not looked up.
 */
export function matchRecords(before: readonly Identified[], now: readonly Identified[]): Int32Array {
  const matches = new Int32Array(now.length).fill(-1)
  if (before.length === 0) return matches
  const unmatched: number[] = []
  let expected = 0
  for (let index = 0; index < now.length; index++) {
    const record = now[index] as Identified
    let at = expected
    while (at < before.length && at <= expected + LOOK_AHEAD && !isSame(before[at], record)) at++
    if (at < before.length && isSame(before[at], record)) {
      matches[index] = at
      expected = at + 1
    } else {
      unmatched.push(index)
      // As if one record was replaced: the next ones are in step again.
      expected += 1
    }
  }
  if (unmatched.length === 0 || unmatched.length > MOST_LOOKED_UP) return matches
  const indexById = new Map(unmatched.map((index) => [(now[index] as Identified).id, index]))
  for (let at = 0; at < before.length; at++) {
    const index = indexById.get((before[at] as Identified).id)
    if (index !== undefined) matches[index] = at
  }
  return matches
}

function isSame(a: Identified | undefined, b: Identified): boolean {
  return a === b || a?.id === b.id
}
