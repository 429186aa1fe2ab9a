import { constants, deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Changes, LiveEvents, LiveMeta, LiveTime, TopicName } from '@/lib/api/contract/live'
import { partsOf } from '@/lib/vehicles/difference'

/** An event on the wire: encoded and compressed once, the same bytes for every subscriber. */
export interface EncodedEvent {
  readonly bytes: Uint8Array
  /** Self-contained, byte-aligned deflate blocks, which can be concatenated. */
  readonly deflated: Uint8Array
}

export interface LoggedEvent {
  readonly encoded: EncodedEvent
  /** Server time that its ages refer to, of the node that wrote it. */
  readonly atMs: number
  /** The same moment on this node's clock. */
  readonly writtenAtMs: number
}

const encoder = new TextEncoder()
const DATA = 'data: '
const EVENT_END = '\n\n'
/** Behind what all changes have; no text of theirs has it, where quotes are escaped. */
const FIRST_COLUMN = ',"removed":['
// Level 6 takes twice the time of 3 for an event, which is compressed once, and saves a tenth.
const LEVEL = 6

/**
 * @param id null on events that cannot be resumed from
 * Source: https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream
 */
export function encodeEvent<Name extends keyof LiveEvents>(
  name: Name,
  id: string | null,
  data: LiveEvents[Name],
): LoggedEvent {
  const idLine = id === null ? '' : `id: ${id}\n`
  // JSON.stringify emits no line breaks, so one data line is enough.
  const text = `event: ${name}\n${idLine}${DATA}${JSON.stringify(data)}${EVENT_END}`
  return { encoded: encodeText(text), atMs: data.atMs, writtenAtMs: data.atMs }
}

/** @param id of the topic; @param json of the data, in one line */
export function encodeTopicEvent(topic: TopicName, id: string, json: string): EncodedEvent {
  return encodeText(`event: ${topic}\nid: ${id}\n${DATA}${json}${EVENT_END}`)
}

/** A part of changes with its event, which is encoded once. */
export interface ChangesPart {
  readonly changes: Changes
  readonly event: () => LoggedEvent
}

export function encodeParts(changes: Changes): ChangesPart[] {
  return partsOf(changes).map((part) => {
    const event = encodeEvent('changes', part.version, part)
    return { changes: part, event: () => event }
  })
}

/** The deflated events of changes, each made when it is asked for. */
export function* deflatedParts(changes: Changes): Generator<Uint8Array> {
  for (const part of partsOf(changes))
    yield encodeEvent('changes', part.version, part).encoded.deflated
}

export function joinDeflated(parts: readonly ChangesPart[]): Uint8Array {
  return Buffer.concat(parts.map(({ event }) => event().encoded.deflated))
}

/**
 * The changes in deflated events, each parsed when it is asked for.
 * @throws where these are damaged
 */
export function* readParts(deflated: Uint8Array): Generator<ChangesPart> {
  const texts = inflateEvents(deflated)
  for (const text of texts) {
    const changes = parseChanges(text)
    const { atMs } = changes
    let event: LoggedEvent | null = null
    yield {
      changes,
      event() {
        event ??= {
          encoded: encodeText(text + EVENT_END, texts.length === 1 ? deflated : null),
          atMs,
          writtenAtMs: atMs,
        }
        return event
      },
    }
  }
}

/** The texts of deflated events. @throws where these are damaged */
export function inflateEvents(deflated: Uint8Array): string[] {
  const bytes = inflateRawSync(Buffer.concat([deflated, LAST_BLOCK]))
  return bytes.toString().split(EVENT_END).slice(0, -1)
}

export function parseChanges(text: string): Changes {
  return JSON.parse(text.slice(text.indexOf(DATA) + DATA.length))
}

/** Fields that all changes begin with. */
export interface ChangesHead {
  readonly atMs: number
  readonly meta: LiveMeta
  readonly isPart?: boolean | undefined
}

/** Reads the head alone of changes, in a tenth of the time. */
export function parseHead(text: string): ChangesHead {
  const from = text.indexOf(DATA) + DATA.length
  const to = text.indexOf(FIRST_COLUMN)
  return JSON.parse(`${text.slice(from, to)}}`)
}

/**
 * Ends concatenated deflate blocks: an empty one that is marked as the
 * last. Source: RFC 1951 §3.2.3
 */
export const LAST_BLOCK = Uint8Array.of(3, 0)

export function encodeTime(now: number): EncodedEvent {
  return encodeText(`event: time\ndata: ${JSON.stringify({ now } satisfies LiveTime)}\n\n`)
}

/** Sent at once: flushes the headers, and a proxy may wait for a first byte. */
export const preamble = encodeText(': Kerbside\n\n')

/**
 * Header of a gzip stream without name or time. There is no trailer, since an event stream does not
 * end. Source: RFC 1952 §2.3
 */
const GZIP_HEADER = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255)

export const gzipPreamble: Uint8Array = Buffer.concat([GZIP_HEADER, preamble.deflated])

/** Keeps proxies from closing an idle stream. */
export const heartbeat = encodeText(':\n\n')

/** @param known the text deflated, where it came so */
export function encodeText(text: string, known: Uint8Array | null = null): EncodedEvent {
  const bytes = encoder.encode(text)
  let deflated = known
  return {
    bytes,
    get deflated() {
      // A sync flush ends the block but not the stream: everything written so far is
      // readable. Source: RFC 1951
      deflated ??= deflateRawSync(bytes, { level: LEVEL, finishFlush: constants.Z_SYNC_FLUSH })
      return deflated
    },
  }
}
