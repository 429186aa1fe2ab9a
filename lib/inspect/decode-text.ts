const MARKS = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
] as const

/** Text in UTF-8, or in UTF-16 with or without its byte order mark; null when it is neither. */
export function decodeText(bytes: Uint8Array): string | null {
  return decodeStrictly(bytes, unicodeOf(bytes) ?? 'utf-8')
}

/** Text in ISO-8859-1 as the web reads it (windows-1252); null for bytes that no text has. */
export function decodeLatin1(bytes: Uint8Array): string | null {
  const text = new TextDecoder('windows-1252').decode(bytes)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these tell bytes from text
  return /[\0-\x08\x0e-\x1f\x7f-\x9f]/.test(text) ? null : text
}

/** A body's bytes as text in its charset. Bytes that are none of it become U+FFFD. */
export function decodeBody(bytes: Uint8Array, contentType: string | null): string {
  return new TextDecoder(charsetOf(bytes, contentType)).decode(bytes)
}

/**
 * Charset of a body's byte order mark or content type, or else UTF-8, or ISO-8859-1 as the web
 * reads it where the bytes are not UTF-8.
 */
export function charsetOf(bytes: Uint8Array, contentType: string | null): string {
  const named = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType ?? '')?.[1]
  const { encoding } = decoderFor(unicodeOf(bytes) ?? named ?? 'utf-8')
  if (encoding !== 'utf-8') return encoding
  const lossy = new TextDecoder().decode(bytes)
  // Other characters beyond ASCII are UTF-8 that was damaged.
  const isDamaged = /[^\0-\x7f\ufffd]/.test(lossy)
  if (isDamaged || !lossy.includes('\ufffd') || decodeText(bytes) !== null) return 'utf-8'
  return decodeLatin1(bytes) === null ? 'utf-8' : 'windows-1252'
}

/** @returns the charset of the byte order mark, or of UTF-16 without one */
function unicodeOf(bytes: Uint8Array): string | null {
  const [marked] = MARKS.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte)) ?? []
  return marked ?? unmarkedUtf16(bytes)
}

const SAMPLE_BYTES = 4_096
/** Line breaks, digits and signs are ASCII in every language. */
const LEAST_SHARE = 1 / 16
const SKEW = 4

/** Of an ASCII character UTF-16 makes its byte and a zero. */
function unmarkedUtf16(bytes: Uint8Array): string | null {
  if (bytes.length % 2 !== 0) return null
  const sample = bytes.subarray(0, SAMPLE_BYTES)
  let little = 0
  let big = 0
  for (let at = 0; at < sample.length; at += 2) {
    const first = sample[at] ?? 0
    const second = sample[at + 1] ?? 0
    if (second === 0 && isAscii(first)) little++
    if (first === 0 && isAscii(second)) big++
  }
  if (little + big < sample.length * LEAST_SHARE) return null
  if (little > big * SKEW) return 'utf-16le'
  return big > little * SKEW ? 'utf-16be' : null
}

const isAscii = (byte: number): boolean => byte >= 0x09 && byte < 0x7f

function decodeStrictly(bytes: Uint8Array, charset: string): string | null {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes)
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
