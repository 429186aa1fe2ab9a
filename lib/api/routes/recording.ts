import { TransformStream, ReadableStream as WebStream } from 'node:stream/web'
import type { AreaSearch } from '@/lib/api/contract/live'
import {
  areaParameters,
  FRAMES_TYPE,
  framesParameters,
  timelineParameters,
} from '@/lib/api/contract/recording'
import { EXPORT_POINTS_MAXIMUM, QUESTION_SPAN_MAXIMUM_MS } from '@/lib/api/contract/recording-limits'
import { exportParameters, trailParameters } from '@/lib/api/contract/recording-questions'
import { createHandler, type HandlerOptions, type RequestContext } from '@/lib/api/http/handle'
import { InvalidInput } from '@/lib/api/http/invalid-input'
import { type ParametersOf, type ParameterTable, requireParameter } from '@/lib/api/http/parameters'
import { AccessError } from '@/lib/auth/sessions/access-error'
import { ownerOf, Shares, shareHolderOf } from '@/lib/auth/shares'
import { formatPosition } from '@/lib/interface/position'
import { DEFAULT_RADIUS_METRES } from '@/lib/interface/search'
import type { Reader, Span } from '@/lib/recording/ask-tracks'
import { createOpenings, type Opening } from '@/lib/recording/openings'
import type { Recordings } from '@/lib/recording/stored-recordings'
import { exportName, MEDIA_TYPES } from '@/lib/recording/trail/format-tracks'

const TOO_LARGE = `an export holds ${EXPORT_POINTS_MAXIMUM} positions at most`

type Context = Pick<RequestContext<ParameterTable, unknown>, 'request' | 'principal'>

const QUARTER_MS = 15 * 60_000
const MINUTE_MS = 60_000

/** In work at a time: they are answered one after the other. */
const QUESTIONS = {
  bounds: { operator: { questions: 3 }, network: { questions: 12 }, all: { questions: 48 } },
  kinds: { operator: 'recordings-limit', network: 'recordings-limit', all: 'busy' },
  ...{ name: 'GET /api/recording', retryMs: 5_000 },
} as const

/** Opens records itself, by area and span. */
const OPENING = {
  role: 'dispatcher',
  audit: { action: 'open-recording', subject: null, refusalsOnly: true },
} as const

/** Recordings of areas. Each opening is audited: an area and a quarter of an hour once a quarter of an hour. */
export function createRecordingRoutes(open: () => Promise<Recordings>, options: HandlerOptions = {}) {
  const handle = createHandler(options)
  const { now = Date.now } = options
  const openings = createOpenings()
  const shares = new Shares(QUESTIONS)

  /** A question, in the operator's share of them. */
  async function inShare<T>(
    { request, principal }: Context,
    ask: (reader: Reader) => Promise<T>,
  ): Promise<T> {
    const holder = shareHolderOf(principal)
    const release = shares.take(holder, { questions: 1 })
    return ask({ owner: ownerOf(holder), signal: request.signal }).finally(release)
  }

  return {
    /** `GET /api/recording/areas` */
    recordedAreas: (request: Request) =>
      handle(request, { role: 'dispatcher' }, async () => ({ data: await (await open()).areas() })),

    /** `GET /api/recording`: no vehicle is in it, so that it can be refreshed without an audit event. */
    recordingTimeline: (request: Request) =>
      handle(request, { role: 'dispatcher', parameters: timelineParameters }, async ({ parameters }) => {
        const span = { fromMs: parameters.from ?? 0, toMs: parameters.to ?? now() }
        return { data: await (await open()).timeline(areaOf(parameters), span) }
      }),

    /** `GET /api/recording/frames`: server-sent events as a deflate stream. */
    recordedFrames: (request: Request) =>
      handle(request, { ...OPENING, parameters: framesParameters }, async (context) => {
        const { parameters } = context
        const { from, after, start = null, to = Number.POSITIVE_INFINITY } = parameters
        if (from === undefined && after === undefined)
          throw new InvalidInput('from', 'an instant, or `after` instead', null)
        const search = areaOf(parameters)
        const recordings = await open()
        const opening = await openings(ownerOf(shareHolderOf(context.principal)), request.signal)
        try {
          const place = after === undefined ? { atMs: from ?? 0, start } : { after }
          const frames = await recordings.frames({ search, toMs: to, from: place })
          // From the list that is read first, which may be earlier than what was asked for.
          const fromMs = Math.min(frames.fromMs ?? now(), from ?? Number.POSITIVE_INFINITY)
          await opened(context, describeArea(search), { fromMs, toMs: Math.min(to, frames.toMs) })
          const parts = WebStream.from(read(frames.parts, opening))
          // One that a newer takes the place of breaks off, also where its client does not read.
          const body = parts.pipeThrough(new TransformStream(), { signal: opening.signal })
          return new Response(body as ReadableStream<Uint8Array>, {
            headers: { 'content-type': FRAMES_TYPE, 'cache-control': 'no-store, no-transform' },
          })
        } catch (error) {
          opening.end()
          throw error
        }
      }),

    /** `GET /api/recording/vehicle` */
    recordedTrail: (request: Request) =>
      handle(request, { ...OPENING, parameters: trailParameters }, async (context) => {
        const { parameters } = context
        const id = requireParameter(parameters, trailParameters, 'id')
        const span = spanOf(parameters)
        const search = parameters.position ? areaOf(parameters) : null
        await opened(context, `vehicle ${id}`, span)
        const recordings = await open()
        return { data: await inShare(context, (reader) => recordings.trail(id, search, span, reader)) }
      }),

    /** `GET /api/recording/export` */
    recordedExport: (request: Request) =>
      handle(request, { ...OPENING, parameters: exportParameters }, async (context) => {
        const { parameters } = context
        const format = requireParameter(parameters, exportParameters, 'format')
        const span = spanOf(parameters)
        const search = areaOf(parameters)
        const area = describeArea(search)
        const recordings = unlessOff(await open())
        await opened(context, area, span)
        const file = await inShare(context, (reader) => recordings.export(search, span, format, reader))
        if (!file)
          throw new InvalidInput('to', `a shorter time: ${TOO_LARGE}`, new Date(span.toMs).toISOString())
        await context.record('export', `recording ${area} as ${format}, ${quartersOf(span)}`)
        return new Response(file, {
          headers: {
            'content-type': `${MEDIA_TYPES[format]}; charset=utf-8`,
            'content-disposition': `attachment; filename="${exportName(area.replaceAll(/[^\w.,-]+/g, '-'), span, format)}"`,
          },
        })
      }),
  }
}

/** The parts of an answer, which keep its place until they are read. */
async function* read(frames: AsyncIterable<Uint8Array>, opening: Opening): AsyncGenerator<Uint8Array> {
  try {
    for await (const part of frames) {
      opening.begun()
      yield part
    }
  } finally {
    opening.end()
  }
}

/** @throws AccessError where nothing is recorded */
function unlessOff(recordings: Recordings): Recordings {
  if (recordings.isOff) throw new AccessError('recording-off')
  return recordings
}

/** @throws InvalidInput without a position */
function areaOf({ position, radius, type }: ParametersOf<typeof areaParameters>): AreaSearch {
  const at = requireParameter({ position }, areaParameters, 'position')
  return { position: at, radius: radius ?? DEFAULT_RADIUS_METRES, type: type ?? null }
}

/** @throws InvalidInput for one that is not in order, or too long */
function spanOf(parameters: { readonly from?: number; readonly to?: number }): Span {
  const table = { from: timelineParameters.from, to: timelineParameters.to }
  const [fromMs, toMs] = [
    requireParameter(parameters, table, 'from'),
    requireParameter(parameters, table, 'to'),
  ]
  if (toMs < fromMs || toMs - fromMs > QUESTION_SPAN_MAXIMUM_MS)
    throw new InvalidInput('to', 'an instant after `from`, within 24 hours', new Date(toMs).toISOString())
  return { fromMs, toMs }
}

/** Named by whole quarters of an hour, so that requests piece by piece are one entry a quarter. */
async function opened(
  { record }: Pick<RequestContext<ParameterTable, unknown>, 'record'>,
  what: string,
  span: Span,
): Promise<void> {
  await record('open-recording', `${what}, ${quartersOf(span)}`)
}

function quartersOf({ fromMs, toMs }: Span): string {
  const first = Math.floor(fromMs / QUARTER_MS) * QUARTER_MS
  const last = Math.max(first + QUARTER_MS, Math.ceil(toMs / QUARTER_MS) * QUARTER_MS)
  return `${minuteOf(first)} to ${minuteOf(last)}`
}

const minuteOf = (ms: number) => new Date(Math.floor(ms / MINUTE_MS) * MINUTE_MS).toISOString().slice(0, 16)

const describeArea = ({ position, radius, type }: AreaSearch) =>
  `${formatPosition(position)} ${radius} m${type === null ? '' : ` ${type}`}`
