import { TransformStream, ReadableStream as WebStream } from 'node:stream/web'
import type { AreaSearch } from '@/lib/api/contract/live'
import { ProblemError } from '@/lib/api/contract/problem-error'
import {
  EXPORT_FORMATS,
  EXPORT_POINTS_MAXIMUM,
  FRAMES_TYPE,
  QUESTION_SPAN_MAXIMUM_MS,
} from '@/lib/api/contract/recording'
import { InvalidInput, oneOf, orElse, required } from '@/lib/api/http/input'
import { type AnyContext, route } from '@/lib/api/http/route'
import { Shares, shareHolderOf } from '@/lib/api/http/shares'
import type { Parts } from '@/lib/api/parts'
import type { Principal } from '@/lib/auth/principal'
import { formatPosition } from '@/lib/interface/position'
import { LONGEST_KEY, type Parameter, searchParameters } from '@/lib/interface/search'
import { parseInstant } from '@/lib/interface/times'
import { type Admitted, createAdmission } from '@/lib/recording/admission'
import type { Span } from '@/lib/recording/ask-tracks'
import { exportName, MEDIA_TYPES } from '@/lib/recording/trail/format-tracks'
import { areaParameters } from './live'

const instant = {
  parse: parseInstant,
  allowed: 'an instant with its zone, such as 2026-05-01T16:04:00Z',
} satisfies Parameter<number>
const timelineParameters = { ...areaParameters, from: orElse(instant, 0), to: instant }
const spanParameters = { from: required(instant), to: required(instant) }

/** A place in a recording: lasts until what is there is deleted. */
const place = {
  parse: (text) => (/^[\w-]{1,64}(\.\d{1,15})?$/.test(text) ? text : null),
  allowed: 'a `start` or `next` as Kerbside gave it',
} satisfies Parameter<string>

/** `after` a `next`, or `from` an instant, of the stretch that begins at `start` if given. */
const framesParameters = {
  ...areaParameters,
  from: instant,
  to: orElse(instant, Number.POSITIVE_INFINITY),
  start: orElse(place, null),
  after: place,
}

const vehicleId = {
  parse: (text) => (text.length <= LONGEST_KEY ? text : null),
  allowed: 'the id of a vehicle',
} satisfies Parameter<string>
const trailParameters = {
  ...areaParameters,
  position: searchParameters.position,
  id: required(vehicleId),
  ...spanParameters,
}

const exportParameters = {
  ...areaParameters,
  ...spanParameters,
  format: required(oneOf(EXPORT_FORMATS)),
}

const TOO_LARGE = `an export holds ${EXPORT_POINTS_MAXIMUM} positions at most`

const QUARTER_MS = 15 * 60_000
const MINUTE_MS = 60_000

/** Questions in work at a time: they are answered one after the other. */
const QUESTIONS = {
  name: 'GET /api/recording',
  bounds: {
    operator: { questions: 3 },
    network: { questions: 12 },
    all: { questions: 48 },
  },
  kinds: {
    operator: 'recordings-limit',
    network: 'recordings-limit',
    all: 'busy',
  },
  retryMs: 5_000,
} as const

interface Bounds {
  readonly admission: ReturnType<typeof createAdmission>
  readonly questions: Shares<'questions'>
}

const bounds = new WeakMap<Parts, Bounds>()

function boundsOf(app: Parts): Bounds {
  const known = bounds.get(app)
  if (known) return known
  const created = { admission: createAdmission(), questions: new Shares(QUESTIONS) }
  bounds.set(app, created)
  return created
}

/** A question, in the operator's share of them. */
async function inShare<T>(app: Parts, principal: Principal, ask: () => Promise<T>): Promise<T> {
  const release = boundsOf(app).questions.take(shareHolderOf(principal), { questions: 1 })
  return ask().finally(release)
}

/** Opens records itself, by area and span. */
const OPENING = {
  role: 'dispatcher',
  audit: { action: 'open-recording', subject: null, refusalsOnly: true },
} as const

const AREA = { position: '51.5,-0.1', radius: 2000 }
const HOUR = { from: '2026-05-01T16:00:00Z', to: '2026-05-01T17:00:00Z' }

/**
 * Recordings of areas. Each opening is audited: an area and a quarter of an hour
 * once a quarter of an hour.
 */
export const recording = [
  route(
    'GET /api/recording/areas',
    { summary: 'The recorded areas', role: 'dispatcher' },
    async ({ app }) => ({
      data: await (await app.recordings()).areas(),
    }),
  ),

  // No vehicle is in it, so that it can be refreshed without an audit event.
  route(
    'GET /api/recording',
    {
      summary: 'Which parts of a time an area was recorded',
      role: 'dispatcher',
      parameters: timelineParameters,
      example: AREA,
    },
    async ({ app, parameters }) => {
      const { from: fromMs, to: toMs = app.clock.now(), ...area } = parameters
      return { data: await (await app.recordings()).timeline(area, { fromMs, toMs }) }
    },
  ),

  // Server-sent events as a deflate stream.
  route(
    'GET /api/recording/frames',
    {
      ...OPENING,
      summary: 'The recorded states of an area',
      parameters: framesParameters,
      example: { ...AREA, ...HOUR },
    },
    async (context) => {
      const { app, parameters, call, record } = context
      const { from, after, start, to, ...search } = parameters
      if (from === undefined && after === undefined) {
        throw new InvalidInput('from', 'an instant, or `after` instead', null)
      }
      const recordings = await app.recordings()
      const opening = await boundsOf(app).admission(call.owner, call.signal)
      try {
        const place = after === undefined ? { atMs: from ?? 0, start } : { after }
        const frames = await recordings.frames({ search, toMs: to, from: place })
        // From the list that is read first, which may be earlier than what was asked for.
        const fromMs = Math.min(frames.fromMs ?? app.clock.now(), from ?? Number.POSITIVE_INFINITY)
        const span = { fromMs, toMs: Math.min(to, frames.toMs) }
        await recordOpening(record, describeArea(search), span)
        const parts = WebStream.from(read(frames.parts, opening))
        // An answer that a newer one replaces breaks off, also where its client does not read.
        const body = parts.pipeThrough(new TransformStream(), { signal: opening.signal })
        return new Response(body as ReadableStream<Uint8Array>, {
          headers: { 'content-type': FRAMES_TYPE, 'cache-control': 'no-store, no-transform' },
        })
      } catch (error) {
        opening.end()
        throw error
      }
    },
  ),

  route(
    'GET /api/recording/vehicle',
    {
      ...OPENING,
      summary: 'Where a vehicle was',
      parameters: trailParameters,
      example: { ...AREA, ...HOUR, id: 'v-7' },
    },
    async (context) => {
      const { app, principal, parameters, call, record } = context
      const { id, from, to, position, ...circle } = parameters
      const span = spanOf(from, to)
      const search = position ? { position, ...circle } : null
      await recordOpening(record, `vehicle ${id}`, span)
      const recordings = await app.recordings()
      const ask = () => recordings.trail(id, search, span, call)
      return { data: await inShare(app, principal, ask) }
    },
  ),

  route(
    'GET /api/recording/export',
    {
      ...OPENING,
      summary: 'A recording as a file',
      parameters: exportParameters,
      example: { ...AREA, ...HOUR, format: 'csv' },
    },
    async (context) => {
      const { app, principal, parameters, call, record } = context
      const { format, from, to, ...search } = parameters
      const span = spanOf(from, to)
      const area = describeArea(search)
      const recordings = await app.recordings()
      if (recordings.isOff) throw new ProblemError('recording-off')
      await recordOpening(record, area, span)
      const ask = () => recordings.export(search, span, format, call)
      const file = await inShare(app, principal, ask)
      if (!file) {
        const end = new Date(span.toMs).toISOString()
        throw new InvalidInput('to', `a shorter time: ${TOO_LARGE}`, end)
      }
      await record('export', `recording ${area} as ${format}, ${quartersOf(span)}`)
      const fileName = exportName(area.replaceAll(/[^\w.,-]+/g, '-'), span, format)
      return new Response(file, {
        headers: {
          'content-type': `${MEDIA_TYPES[format]}; charset=utf-8`,
          'content-disposition': `attachment; filename="${fileName}"`,
        },
      })
    },
  ),
] as const

/** The parts of an answer, which keep its place until they are read. */
async function* read(
  frames: AsyncIterable<Uint8Array>,
  opening: Admitted,
): AsyncGenerator<Uint8Array> {
  try {
    for await (const part of frames) {
      opening.begun()
      yield part
    }
  } finally {
    opening.end()
  }
}

/** @throws InvalidInput for one that is not in order, or too long */
function spanOf(fromMs: number, toMs: number): Span {
  const durationMs = toMs - fromMs
  if (durationMs < 0 || durationMs > QUESTION_SPAN_MAXIMUM_MS) {
    const end = new Date(toMs).toISOString()
    throw new InvalidInput('to', 'an instant after `from`, within 24 hours', end)
  }
  return { fromMs, toMs }
}

/** Named by whole quarters of an hour, so that requests piece by piece are one entry a quarter. */
async function recordOpening(
  record: AnyContext['record'],
  subject: string,
  span: Span,
): Promise<void> {
  await record('open-recording', `${subject}, ${quartersOf(span)}`)
}

function quartersOf({ fromMs, toMs }: Span): string {
  const first = Math.floor(fromMs / QUARTER_MS) * QUARTER_MS
  const last = Math.max(first + QUARTER_MS, Math.ceil(toMs / QUARTER_MS) * QUARTER_MS)
  return `${minuteOf(first)} to ${minuteOf(last)}`
}

function minuteOf(ms: number): string {
  return new Date(Math.floor(ms / MINUTE_MS) * MINUTE_MS).toISOString().slice(0, 16)
}

function describeArea({ position, radius, type }: AreaSearch): string {
  const circle = `${formatPosition(position)} ${radius} m`
  return type === null ? circle : `${circle} ${type}`
}
