import { expect, it } from 'vitest'
import { readTextFile } from './text-file'

const file = (bytes: Uint8Array<ArrayBuffer> | string) => new File([bytes], 'references.txt')

it('reads UTF-8, and UTF-16 as a spreadsheet writes it', async () => {
  expect(await readTextFile(file('سيارة 7'))).toEqual({ text: 'سيارة 7', refusal: null })
  const utf16 = Buffer.from('\ufeffdepot/7\r\n🚕', 'utf16le')
  expect(await readTextFile(file(new Uint8Array(utf16)))).toEqual({ text: 'depot/7\r\n🚕', refusal: null })
})

it('refuses in words what is no text, and what is too large', async () => {
  expect((await readTextFile(file(Uint8Array.of(0x89, 0x50, 0xff)))).refusal).toMatch(/isn’t UTF-8 text/)
  expect((await readTextFile(file('x'.repeat(1_000_001)))).refusal).toMatch(/1000001 bytes; at most 1000000/)
})
