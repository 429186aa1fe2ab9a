import { expect, test } from 'vitest'
import { decodeBody, decodeLatin1, decodeText } from '@/lib/inspect/decode-text'

const utf16 = (text: string) => Buffer.from(text, 'utf16le')
const bigEndian = (text: string) => utf16(text).swap16()

test.each([
  ['UTF-8', Buffer.from('{"a":"é"}'), 'application/json'],
  ['UTF-8 with a mark', Buffer.from('\uFEFF{"a":"é"}'), 'application/json; charset=latin1'],
  ['Latin-1', Buffer.from('{"a":"é"}', 'latin1'), 'application/json; charset=ISO-8859-1'],
  [
    'Latin-1, quoted',
    Buffer.from('{"a":"é"}', 'latin1'),
    'text/plain; format=flowed; Charset = "latin1"',
  ],
  ['UTF-16 with a mark', utf16('\uFEFF{"a":"é"}'), 'application/json'],
  ['UTF-16 the other way round, with a mark', bigEndian('\uFEFF{"a":"é"}'), null],
  ['UTF-16 by its name', utf16('{"a":"é"}'), 'application/json;charset=utf-16'],
  [
    'UTF-16 the other way round, by its name',
    bigEndian('{"a":"é"}'),
    'application/json; charset=UTF-16',
  ],
  ['UTF-16 without a name', utf16('{"a":"é"}'), null],
  ['Latin-1 without a name', Buffer.from('{"a":"é"}', 'latin1'), 'application/json'],
  [
    'Latin-1 under the name of UTF-8',
    Buffer.from('{"a":"é"}', 'latin1'),
    'text/plain; charset=utf-8',
  ],
  ['a charset that does not exist', Buffer.from('{"a":"é"}'), 'application/json; charset=klingon'],
])('%s', (_charset, bytes, contentType) => {
  expect(decodeBody(bytes, contentType)).toBe('{"a":"é"}')
})

test.each(['application/json', 'application/json; charset=ISO-8859-1'])(
  'signs of windows-1252 in %s, as the web reads ISO-8859-1',
  (contentType) => {
    const bytes = Buffer.from('{"a":"O?Brien, ?5, é"}', 'latin1')
    bytes[bytes.indexOf('?')] = 0x92
    bytes[bytes.indexOf('?')] = 0x80
    expect(decodeBody(bytes, contentType)).toBe('{"a":"O’Brien, €5, é"}')
    expect(decodeLatin1(bytes)).toBe('{"a":"O’Brien, €5, é"}')
  },
)

test('bytes that are no text become U+FFFD, and no bytes no text', () => {
  expect(decodeBody(Buffer.from([0x61, 0xff, 0x62, 0x01]), null)).toBe('a\uFFFDb\u0001')
  expect(decodeBody(Buffer.alloc(0), 'text/plain; charset=utf-16')).toBe('')
})

test('UTF-8 of which one character is damaged stays UTF-8', () => {
  const bytes = Buffer.from('{"a":"é","b":"?"}')
  bytes[bytes.indexOf('?')] = 0xff
  expect(decodeBody(bytes, null)).toBe('{"a":"é","b":"\uFFFD"}')
})

test('a file in UTF-16 without a mark, in any language; neither text nor UTF-8 is null', () => {
  const arabic = 'سيارة 7\r\nسيارة 8\r\n'
  expect(decodeText(utf16(arabic))).toBe(arabic)
  expect(decodeText(bigEndian(arabic))).toBe(arabic)
  expect(decodeText(Buffer.from('é', 'latin1'))).toBeNull()
  expect(decodeLatin1(Buffer.from('é', 'latin1'))).toBe('é')
  expect(decodeLatin1(Buffer.from([0x89, 0x50, 0xff, 0]))).toBeNull()
})
