const LONGEST = 64
// Rows of the table; one thread works on one pair at a time.
const rows = [new Uint8Array(LONGEST + 1), new Uint8Array(LONGEST + 1), new Uint8Array(LONGEST + 1)] as const

/**
 * Letters changed, missing, added or swapped with their neighbour (optimal string alignment).
 * @returns `limit + 1` where there are more than `limit`
 */
export function editDistance(a: string, b: string, limit: number): number {
  const over = limit + 1
  if (Math.abs(a.length - b.length) > limit || a.length > LONGEST || b.length > LONGEST) return over
  let [older, before, now] = rows as readonly [Uint8Array, Uint8Array, Uint8Array]
  for (let column = 0; column <= b.length; column++) before[column] = column
  for (let row = 1; row <= a.length; row++) {
    now[0] = row
    let best = row
    const letter = a.charCodeAt(row - 1)
    for (let column = 1; column <= b.length; column++) {
      const other = b.charCodeAt(column - 1)
      let value = before[column - 1]! + (letter === other ? 0 : 1)
      if (before[column]! + 1 < value) value = before[column]! + 1
      if (now[column - 1]! + 1 < value) value = now[column - 1]! + 1
      const isSwapped =
        row > 1 && column > 1 && letter === b.charCodeAt(column - 2) && a.charCodeAt(row - 2) === other
      if (isSwapped && older[column - 2]! + 1 < value) value = older[column - 2]! + 1
      now[column] = value
      if (value < best) best = value
    }
    if (best > limit) return over
    const free = older
    older = before
    before = now
    now = free
  }
  return Math.min(before[b.length]!, over)
}
