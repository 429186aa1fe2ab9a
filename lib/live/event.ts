import type { LiveEvents } from '@/lib/schema/live'

/** An event as it travels: written once, the same bytes for every reader. */
export interface EncodedEvent {
  readonly bytes: Uint8Array
}

const encoder = new TextEncoder()

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

/** Keeps proxies from taking silence for an end. */
export const heartbeat = encodeText(':\n\n')

function encodeText(text: string): EncodedEvent {
  return { bytes: encoder.encode(text) }
}
