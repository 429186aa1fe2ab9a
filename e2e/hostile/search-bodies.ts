/** A request body as bytes, and its content type; null sends none. */
export interface HostileBody {
  readonly path: '/api/find' | '/api/places/near'
  readonly type: string | null
  readonly bytes: Buffer
}

// Texts that break searches, parsers, screens and databases.
const PIECES = [
  '\u0000', '\u0007', '\u001b[31m', '\u202e', '\u2066', '\ufeff', '\u200d', '\ud800', '\udfff\ud83d', '👩‍👩‍👧‍👦', '🇺🇾', 'ﷺ', 'ß', 'İ', 'e\u0301',
  "'; DROP TABLE houses; --", '" OR ""="', '<img src=x onerror=alert(1)>', '{{7*7}}', '%00', '%s%n',
  '../../etc/passwd', '(a+)+$', '^(([a-z])+.)+[A-Z]([a-z])+$', '[', '(?:', '\\', '*', '?', '__proto__', 'constructor',
  ' / ', ' & ', ' y ', ' esq ', ' nº ', '1', '99999999999999999999', '-0', '1e309', '18 de julio', 'avenida', 'calle', 'de', 'a', 'bis',
  'kb-', '-34.9,-56.2', '\u0301'.repeat(60), 'a'.repeat(60), 'a '.repeat(40), '0'.repeat(80), 'ab'.repeat(40),
] // biome-ignore format: a list to read across

// Instead of a text, a position or a list of positions.
const VALUES: readonly unknown[] = [
  null, true, 0, -1, 1e308, [], {}, [[]], '', ' ', [null], { lat: 1 }, { lat: '1', lng: '2' }, { lat: 91, lng: 181 }, { lat: 1, lng: 2, x: 3 },
  { length: 5 }, { toString: 'x' }, { __proto__: null }, [{ lat: -90, lng: 180 }], Array(101).fill({ lat: 0, lng: 0 }), Array(100).fill({ lat: -34.9, lng: -56.2 }),
] // biome-ignore format: a list to read across

const LARGE = 64 * 1024

// Bodies that are no JSON object, or no text at all.
const RAW = [
  '', 'null', '[]', '"text"', '{', '{"text":', '{"text":"a","near":null}}', '\ufeff{"text":"a","near":null}', '{"text":1e999,"near":null}',
  '{"text":"a","text":{},"near":null}', '{"text":"\\ud800","near":null}', '{"text":"\\u0000","near":null}', '{"__proto__":{"text":"a"},"near":null}',
  '{"text":"a","near":{"lat":1e999,"lng":-1e999}}', '{"positions":[{"lat":NaN,"lng":0}]}', "{'text':'a'}", 'text=a&near=', '<xml/>',
  '['.repeat(7_000), '{"text":'.repeat(1_500), `{"text":${'['.repeat(4_000)}${']'.repeat(4_000)},"near":null}`,
  `{"text":"${'a'.repeat(LARGE)}","near":null}`, 'a'.repeat(LARGE), `{"positions":[${'{"lat":0,"lng":0},'.repeat(700)}{"lat":0,"lng":0}]}`,
] // biome-ignore format: a list to read across

const TYPES = [
  'text/plain',
  'application/json; charset=utf-16',
  'application/xml',
  'multipart/form-data',
  null,
]

/** A hostile body of the address search; about half of them are searched for. */
export function hostileBody(random: () => number): HostileBody {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const text = () =>
    Array.from({ length: 1 + Math.floor(random() * 8) }, () => pick(PIECES)).join(pick(['', ' ', ', ']))
  const position = () =>
    random() < 0.6
      ? { lat: -34.9 + random() * 0.1, lng: -56.2 + random() * 0.1 }
      : { lat: (random() - 0.5) * 400, lng: (random() - 0.5) * 800 }
  const path = random() < 0.75 ? '/api/find' : '/api/places/near'
  const json = (value: unknown) => Buffer.from(JSON.stringify(value))
  const searched = () =>
    path === '/api/find'
      ? json({ text: text().slice(0, 1 + Math.floor(random() * 220)), near: pick([null, null, position()]) })
      : json({ positions: Array.from({ length: 1 + Math.floor(random() * 100) }, position) })
  const send = (bytes: Buffer, type: string | null = 'application/json') => ({ path, type, bytes }) as const
  switch (Math.floor(random() * 10)) {
    case 0:
      return send(Buffer.from(pick(RAW)))
    case 1:
      return send(
        json(
          path === '/api/find'
            ? { text: pick([pick(VALUES), text()]), near: pick(VALUES) }
            : { positions: pick([pick(VALUES), [pick(VALUES)]]) },
        ),
      )
    case 2: {
      // Bytes that are no UTF-8: cut characters, overlong forms, high bytes.
      const bytes = searched()
      for (let n = 0; n < 5; n++)
        bytes[Math.floor(random() * bytes.length)] = pick([0x80, 0xc0, 0xed, 0xf8, 0xff, 0])
      return send(bytes)
    }
    case 3:
      return send(json({ text: text(), near: null, [text()]: text() }))
    case 4:
      return send(searched(), pick(TYPES))
    default:
      return send(searched())
  }
}
