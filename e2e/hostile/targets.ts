// Known attacks: traversals, double encodings, separators, null bytes, other schemes.
const PIECES = [
  '..', '.', '%2e%2e', '%2E', '%252e%252e', '..%2f', '..%5c', '\\', '%5C', '%2F', '%252F', '//', '%00', '%0d%0a',
  '%0a', '%ff', '%E0%A4%A', '%u002e', ';', '?', '#', '%3F', '%23', '&', '=', '+', '%20', '@', ':', '%3A', '~', '*',
  'example', 'by-our-ref', 'status', 'v-1', 'key', 'http:', 'localhost', '127.0.0.1', '[::1]', '__proto__',
  'constructor', '%EF%BC%8E', '%E2%80%AE', '%F0%9F%9A%95', '\u00e9', '%C0%AE', 'null', 'NaN', '-1', '0',
  "'%20OR%201=1--", '%3Cscript%3E', '{}', '$%7B7*7%7D', 'a'.repeat(200), '%41'.repeat(130),
] // biome-ignore format: a list to read across
const NAMES = 'position radius limit type cursor our_ref key api_key vehicle_id _rsc x'.split(' ')
const VALUES = [
  ...'51.5,-0.1 91,0 1e2,0 1000 -1 0x10 1e9 taxi Infinity'.split(' '),
  '',
  '9'.repeat(40),
]

/** A hostile request target on a route that takes ids, references or queries. */
export function hostileTarget(random: () => number): string {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const times = (most: number, make: () => string) =>
    Array.from({ length: 1 + Math.floor(random() * most) }, make)
  const text = () =>
    times(4, () =>
      random() < 0.8 ? pick(PIECES) : String.fromCharCode(33 + Math.floor(random() * 94)),
    ).join('')
  const query = () =>
    times(
      5,
      () => `${random() < 0.9 ? pick(NAMES) : text()}=${random() < 0.5 ? pick(VALUES) : text()}`,
    ).join('&')
  switch (Math.floor(random() * 6)) {
    case 0:
      return `/api/vehicles/${text()}`
    case 1:
      return `/api/vehicles/${text()}/status`
    case 2:
      return `/api/vehicles/by-our-ref?our_ref=${text()}`
    case 3:
      return `/api/vehicles?${query()}`
    case 4:
      return `/vehicles/${text()}?${query()}`
    default:
      return `/api/${text()}/${text()}?${query()}`
  }
}
