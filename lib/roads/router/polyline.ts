/**
 * Degrees of a polyline with six decimals.
 * Source: https://developers.google.com/maps/documentation/utilities/polylinealgorithm
 */
export function decodePolyline(text: string): [lat: number, lng: number][] {
  const values: number[] = []
  let [value, shift] = [0, 0]
  for (let n = 0; n < text.length; n++) {
    const bits = text.charCodeAt(n) - 63
    // Not `|`, which ends at 32 bits.
    value += (bits & 31) * 2 ** shift
    shift += 5
    if (bits >= 32) continue
    values.push((value % 2 === 1 ? -(value + 1) / 2 : value / 2) + (values.at(-2) ?? 0))
    value = 0
    shift = 0
  }
  return Array.from({ length: values.length >> 1 }, (_, n) => [
    values[2 * n]! / 1e6,
    values[2 * n + 1]! / 1e6,
  ])
}
