import { expect, it } from 'vitest'
import { redact } from './redact'

const SECRET = 'kerbside/canary?4711+8.~=end'
const url = encodeURIComponent(SECRET)
const base64 = (text: string) => Buffer.from(text).toString('base64')

it.each([
  ['plain', SECRET],
  ['with its slashes escaped', SECRET.replaceAll('/', '\\/')],
  ['with its signs escaped', SECRET.replace('+', '\\u002B').replace('=', '\\u003d')],
  ['in an address', url],
  ['in an address, in lower case', url.toLowerCase()],
  ['in the address of an address', encodeURIComponent(url)],
  ['in part of an address', encodeURI(SECRET)],
  ['in HTML', SECRET.replace('/', '&#x2F;').replace('+', '&#43;')],
  ['in hex', Buffer.from(SECRET).toString('hex')],
  ['in HEX', Buffer.from(SECRET).toString('hex').toUpperCase()],
  ['in base64', base64(SECRET)],
  ['in base64 after two bytes', base64(`a:${SECRET}`)],
  ['in base64 after a word', base64(`Bearer ${SECRET}`)],
  ['in base64 within a longer text', base64(`key=${SECRET}&limit=10`)],
  ['in base64 with escaped slashes', base64(SECRET).replaceAll('/', '\\/')],
  ['in base64url', Buffer.from(`Bearer ${SECRET}`).toString('base64url')],
])('a secret is removed %s', (_, form) => {
  const clean = redact(`before "${form}" after`, SECRET)
  // Base64 keeps the digits of its neighbours.
  expect(clean).toMatch(/^before "\w*\[secret\]\w*=*" after$/)
  expect(Buffer.from(clean.slice(8, -7), 'base64').toString('latin1')).not.toMatch(/kerb|4711|end/)
})

it.each([0, 1, 2])(
  'is removed twice in base64 with nothing between, where it is %i characters shorter',
  (less) => {
    const secret = SECRET.slice(less)
    for (const encoding of ['base64', 'base64url'] as const) {
      const once = Buffer.from(secret).toString(encoding)
      for (const twice of [once + once, Buffer.from(secret + secret).toString(encoding)])
        expect(redact(`before "${twice}" after`, secret)).toBe('before "[secret][secret]" after')
    }
  },
)

it('a secret is removed at each of its places, and when it has no letters', () => {
  expect(redact(`${SECRET} and ${SECRET}`, SECRET)).toBe('[secret] and [secret]')
  expect(redact('a ~~--..?? b', '~~--..??')).toBe('a [secret] b')
})

it.each([
  ['in capitals', SECRET.toUpperCase()],
  ['in capitals, in an address', url.toUpperCase()],
])('a secret is removed %s', (_, form) => {
  expect(redact(`before "${form}" after`, SECRET)).toBe('before "[secret]" after')
})

it('leaves a text alone that only resembles the secret', () => {
  const text = `kerbside/canary?4711+8.~=enb and ${base64('kerbside/canary?4712')}`
  expect(redact(text, SECRET)).toBe(text)
})

it.each([
  ['k', 'On break, k. "k": Bearer k', 'On break, [secret]. "[secret]": Bearer [secret]'],
  ['kb', 'KB-17, kb_2, xkb, Bearer KB', 'KB-17, kb_2, xkb, Bearer [secret]'],
  ['key4711', 'key47110 key4711 öKEY4711', 'key47110 [secret] öKEY4711'],
  ['1234', '{"total":1234,"lat":-4.1234} key 1234', '{"total":1234,"lat":-4.1234} key [secret]'],
  ['~', 'a~b ~ 7e', 'a~b [secret] 7e'],
  ['abc', '{"lat":-34.616263,"n":616263} "616263"', '{"lat":-34.616263,"n":616263} "[secret]"'],
])('a short secret, %s, is removed as a whole word only', (short, text, clean) => {
  expect(redact(text, short)).toBe(clean)
})
