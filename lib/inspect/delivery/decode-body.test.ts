import { expect, test } from 'vitest'
import { decodeBody } from '@/lib/inspect/delivery/parse-body'

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
  ['a charset that does not exist', Buffer.from('{"a":"é"}'), 'application/json; charset=klingon'],
])('%s', (_charset, bytes, contentType) => {
  expect(decodeBody(bytes, contentType)).toBe('{"a":"é"}')
})

test('bytes that are no text become U+FFFD, and no bytes no text', () => {
  expect(decodeBody(Buffer.from([0x61, 0xff, 0x62]), null)).toBe('a\uFFFDb')
  expect(decodeBody(Buffer.alloc(0), 'text/plain; charset=utf-16')).toBe('')
})
