import { constants, deflateRawSync } from 'node:zlib'
import type { LiveEvents } from '@/lib/contract/live'

/** An event as it travels: written once, compressed once, the same bytes for every reader. */
export interface EncodedEvent {
  readonly bytes: Uint8Array
  /** Deflate blocks that need nothing from before and end at a whole byte, so that they can stand one after another. */
  readonly deflated: Uint8Array
}

const encoder = new TextEncoder()
// Above it zlib takes several times as long for a tenth less.
const LEVEL = 3

/**
 * @param id null on events that nobody can go on from
 * Source: https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream
 */
export function encodeEvent<Name extends keyof LiveEvents>(
  name: Name,
  id: string | null,
  data: LiveEvents[Name],
): EncodedEvent {
  // JSON has no line breaks of its own, so that one data line holds it.
  return encodeText(`event: ${name}\n${id === null ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`)
}

/** Sent at once, so that the answer's headers leave before the service is asked; a proxy may wait for a first byte. */
export const opening = encodeText(': Kerbside\n\n')

/**
 * What a gzip stream begins with: no name, no time, deflate. Its end never comes, as an event stream has none.
 * Source: RFC 1952 §2.3
 */
const GZIP_HEADER = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255)

/** `opening` for those who take gzip. */
export const gzipOpening: Uint8Array = Buffer.concat([GZIP_HEADER, opening.deflated])

/** Keeps proxies from taking silence for an end. */
export const heartbeat = encodeText(':\n\n')

export function encodeText(text: string | Uint8Array): EncodedEvent {
  const bytes = typeof text === 'string' ? encoder.encode(text) : text
  let deflated: Uint8Array | null = null
  return {
    bytes,
    get deflated() {
      // A sync flush ends the block without ending the stream: all that was written can be read. Source: RFC 1951
      deflated ??= deflateRawSync(bytes, { level: LEVEL, finishFlush: constants.Z_SYNC_FLUSH })
      return deflated
    },
  }
}
