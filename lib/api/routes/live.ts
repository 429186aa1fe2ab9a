import {
  type AreaSearch,
  intervalParameter,
  readLastEventIds,
  TOPICS,
  type TopicName,
} from '@/lib/api/contract/live'
import type { Role } from '@/lib/api/contract/operators'
import { ProblemError } from '@/lib/api/contract/problem-error'
import { InvalidInput, orElse, type ParametersOf, required } from '@/lib/api/http/input'
import { acceptsGzip } from '@/lib/api/http/response'
import { type AnyContext, route } from '@/lib/api/http/route'
import { shareHolderOf } from '@/lib/api/http/shares'
import type { Clock } from '@/lib/app/clock'
import { hasRole, SESSION_CHECK_MS } from '@/lib/auth/access'
import { DEFAULT_RADIUS_METRES, type Parameter, searchParameters } from '@/lib/interface/search'
import type { Subscriber } from '@/lib/live/streaming/subscribers'

export const areaParameters = {
  position: required(searchParameters.position),
  radius: orElse(searchParameters.radius, DEFAULT_RADIUS_METRES),
  type: orElse(searchParameters.type, null),
}

/** Asks for fresh data before the next turn, as soon as the server's shortest interval allows. */
const refresh = {
  parse: (text) => (text === 'true' ? true : null),
  allowed: 'true, or left out',
  schema: { enum: [true] },
} satisfies Parameter<boolean>

const topics = {
  parse(text) {
    const names = text.split(',')
    const found = TOPICS.filter((topic) => names.includes(topic))
    return found.length === names.length ? found : null
  },
  allowed: `${TOPICS.join(', ')}, separated by commas`,
} satisfies Parameter<readonly TopicName[]>

const liveParameters = {
  ...areaParameters,
  position: orElse(searchParameters.position, null),
  every: orElse(intervalParameter, null),
  refresh: orElse(refresh, false),
  topics: orElse(topics, []),
}

const STREAM_HEADERS = {
  'content-type': 'text/event-stream',
  // no-transform: a compressing middleware would buffer events.
  'cache-control': 'no-cache, no-transform',
  // nginx must not buffer either. Source: https://nginx.org/en/docs/http/ngx_http_proxy_module.html
  'x-accel-buffering': 'no',
  vary: 'accept-encoding',
}

// Keeps each Request alive: on Node 20 a garbage-collected one no longer aborts its signal.
const requests = new WeakMap<ReadableStream, Request>()

export const live = [
  // One stream a page: the events of an area, those of topics, or both; contract/live.ts has them.
  // `HEAD` is answered from the checks and opens nothing.
  route(
    'GET /api/live',
    {
      summary: 'A stream of the vehicles of an area, of topics, or of both',
      role: 'viewer',
      isNoUse: true,
      parameters: liveParameters,
      example: { position: '51.5,-0.1', topics: 'service' },
    },
    async (context) => {
      const { app, request, parameters, principal, isSessionActive } = context
      const names = parameters.topics
      const area = areaOf(parameters)
      const role = await requireTopics(context, names)
      const gzip = acceptsGzip(request.headers.get('accept-encoding'))
      const headers = new Headers(STREAM_HEADERS)
      if (gzip) headers.set('content-encoding', 'gzip')
      if (request.method === 'HEAD') return new Response(null, { headers })
      const lastEventIds = readLastEventIds(request.headers.get('last-event-id'))
      const areas = await app.live()
      const subscriber = areas.subscribe({
        area,
        every: parameters.every,
        refresh: parameters.refresh,
        holder: shareHolderOf(principal),
        lastEventId: lastEventIds.area,
        topics: names.map((name) => {
          return { source: app.topics[name].source, cursor: lastEventIds.of(name) }
        }),
        gzip,
      })
      requests.set(subscriber.stream, request)
      request.signal.addEventListener('abort', subscriber.close, { once: true })
      if (request.signal.aborted) subscriber.close()
      if (principal.operator) {
        closeWithSession(subscriber, () => isSessionActive(role), app.clock)
      }
      return new Response(subscriber.stream, { headers })
    },
  ),
] as const

/** @returns null for topics alone. @throws InvalidInput without both, or without the position */
function areaOf(parameters: ParametersOf<typeof liveParameters>): AreaSearch | null {
  const { position, radius, type, every, refresh, topics } = parameters
  if (position) return { position, radius, type }
  const asksForArea = type !== null || every !== null || refresh
  if (topics.length > 0 && !asksForArea) return null
  throw new InvalidInput('position', searchParameters.position.allowed, null)
}

type TopicsContext = Pick<AnyContext, 'app' | 'principal' | 'record'>

/**
 * @returns the least role for all topics
 * @throws ProblemError role-required, recorded as by the route that answers the topic's data
 */
async function requireTopics(
  { app, principal, record }: TopicsContext,
  names: readonly TopicName[],
): Promise<Role> {
  let least: Role = 'viewer'
  for (const name of names) {
    const { role, refusal } = app.topics[name]
    if (!hasRole(principal.role, role)) {
      if (refusal) await record(refusal.action, refusal.subject, 'role-required')
      throw new ProblemError('role-required')
    }
    if (hasRole(role, least)) least = role
  }
  return least
}

/** Checks the session periodically while the stream is open. */
function closeWithSession(
  subscriber: Subscriber,
  isValid: () => Promise<boolean>,
  clock: Clock,
): void {
  clock.after(SESSION_CHECK_MS, async () => {
    if (subscriber.isClosed) return
    if (await isValid()) closeWithSession(subscriber, isValid, clock)
    else subscriber.close()
  })
}
