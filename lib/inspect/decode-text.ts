const BYTE_ORDER_MARKS = [
  { charset: 'utf-8', mark: [0xef, 0xbb, 0xbf] },
  { charset: 'utf-16le', mark: [0xff, 0xfe] },
  { charset: 'utf-16be', mark: [0xfe, 0xff] },
]

/** Text in UTF-8, or in UTF-16 with or without its byte order mark; null when it is neither. */
export function decodeText(bytes: Uint8Array): string | null {
  const charset = unicodeCharsetOf(bytes) ?? 'utf-8'
  return decodeStrictly(bytes, charset)
}

/** Text in ISO-8859-1 as the web reads it (windows-1252); null for bytes that no text has. */
export function decodeLatin1(bytes: Uint8Array): string | null {
  const text = decodeAs('windows-1252', bytes)
  return CONTROL_CHARACTERS.test(text) ? null : text
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these tell bytes from text
const CONTROL_CHARACTERS = /[\0-\x08\x0e-\x1f\x7f-\x9f]/

/** A body's bytes as text in its charset. Bytes that are none of it become U+FFFD. */
export function decodeBody(bytes: Uint8Array, contentType: string | null): string {
  return decodeAs(charsetOf(bytes, contentType), bytes)
}

/** @param charset as the Encoding Standard names it */
export function decodeAs(charset: string, bytes: Uint8Array): string {
  const decoder = new TextDecoder(charset)
  // Node's way for whole texts takes windows-1252 for ISO-8859-1, without “€” and “’”.
  return decoder.decode(bytes, { stream: true }) + decoder.decode()
}

const CHARSET = /;\s*charset\s*=\s*"?([^\s";]+)/i

/**
 * Charset of a body's byte order mark or content type, or else UTF-8, or ISO-8859-1 as the web
 * reads it where the bytes are not UTF-8.
 */
export function charsetOf(bytes: Uint8Array, contentType: string | null): string {
  const [, declared] = CHARSET.exec(contentType ?? '') ?? []
  const charset = unicodeCharsetOf(bytes) ?? declared ?? 'utf-8'
  const { encoding } = decoderFor(charset)
  if (encoding !== 'utf-8') return encoding

  const lossy = new TextDecoder().decode(bytes)
  const isUtf8 = !lossy.includes(REPLACEMENT) || decodeText(bytes) !== null
  // Characters beyond ASCII that could be decoded: UTF-8 that was damaged.
  const isDamagedUtf8 = /[^\0-\x7f\ufffd]/.test(lossy)
  if (isUtf8 || isDamagedUtf8) return 'utf-8'
  const isLatin1 = decodeLatin1(bytes) !== null
  return isLatin1 ? 'windows-1252' : 'utf-8'
}

const REPLACEMENT = '\ufffd'

/** @returns the charset of the byte order mark, or of UTF-16 without one */
function unicodeCharsetOf(bytes: Uint8Array): string | null {
  for (const { charset, mark } of BYTE_ORDER_MARKS) {
    const isMarked = mark.every((byte, at) => bytes[at] === byte)
    if (isMarked) return charset
  }
  return guessUtf16(bytes)
}

const SAMPLE_BYTES = 4_096
// Line breaks, digits and signs are ASCII in every language.
const LEAST_ASCII_SHARE = 1 / 16
const LEAST_RATIO = 4

/** Recognises UTF-16 without a mark: it writes an ASCII character as its byte and a zero. */
function guessUtf16(bytes: Uint8Array): string | null {
  if (bytes.length % 2 !== 0) return null
  const sample = bytes.subarray(0, SAMPLE_BYTES)
  let littleEndian = 0
  let bigEndian = 0
  for (let at = 0; at < sample.length; at += 2) {
    const first = sample[at] ?? 0
    const second = sample[at + 1] ?? 0
    if (second === 0 && isAscii(first)) littleEndian++
    if (first === 0 && isAscii(second)) bigEndian++
  }
  const ascii = littleEndian + bigEndian
  if (ascii < sample.length * LEAST_ASCII_SHARE) return null
  if (littleEndian > bigEndian * LEAST_RATIO) return 'utf-16le'
  if (bigEndian > littleEndian * LEAST_RATIO) return 'utf-16be'
  return null
}

function isAscii(byte: number): boolean {
  return byte >= 0x09 && byte < 0x7f
}

function decodeStrictly(bytes: Uint8Array, charset: string): string | null {
  try {
    const decoder = new TextDecoder(charset, { fatal: true })
    return decoder.decode(bytes)
  } catch {
    return null
  }
}

function decoderFor(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset)
  } catch {
    // No charset of that name.
    return new TextDecoder()
  }
}
