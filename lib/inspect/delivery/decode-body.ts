const MARKS = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
] as const

/**
 * A body's bytes as text: in the charset of its byte order mark or content type, or else UTF-8. Bytes that are none of
 * it become U+FFFD.
 */
export function decodeBody(bytes: Uint8Array, contentType: string | null): string {
  const [marked] = MARKS.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte)) ?? []
  const named = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType ?? '')?.[1]
  return decoderFor(marked ?? unmarkedUtf16(bytes) ?? named ?? 'utf-8').decode(bytes)
}

/** JSON and forms begin with an ASCII character, of which UTF-16 makes a byte and a zero. */
function unmarkedUtf16([first, second]: Uint8Array): string | null {
  if (first === 0 && second) return 'utf-16be'
  return first && second === 0 ? 'utf-16le' : null
}

function decoderFor(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset)
  } catch {
    // No charset of that name.
    return new TextDecoder()
  }
}
