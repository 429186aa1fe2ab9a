/** As `filter` of a typed array, several times as fast. */
export function filterIndices(
  indices: Uint32Array,
  wanted: (index: number, at: number) => boolean,
): Uint32Array {
  const picked = new Uint32Array(indices.length)
  let count = 0
  for (let at = 0; at < indices.length; at++) {
    const index = indices[at] as number
    if (wanted(index, at)) picked[count++] = index
  }
  return picked.subarray(0, count)
}
