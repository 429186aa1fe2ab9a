import { createDemoFleet } from '@/lib/reference/demo/demo-fleet'
import type { Fleet } from '@/lib/reference/fleets/fleet'
import type { GapAnswers } from '@/lib/reference/gaps'
import { type Listening, serve } from '@/lib/reference/listen'
import { createReferenceService } from '@/lib/reference/service'

type Handler = (request: Request) => Promise<Response>

export interface ServiceOptions {
  /** The key it accepts. */
  key?: string
  /** Size of the generated fleet. */
  vehicles?: number
  /** Instead of the generated fleet. */
  fleet?: Fleet
  gaps?: Partial<GapAnswers>
}

type Override = (request: Request, service: Handler) => Response | Promise<Response>

export type TestService = Awaited<ReturnType<typeof openService>>

/** Tests and benchmarks show what Kerbside does at its own speed. */
export const FULL_SPEED = { SERVICE_CALLS_START: '300', SERVICE_CALLS_PER_SECOND: '300' }

// The default centre of the map.
const CENTRE = { lat: 51.509865, lng: -0.118092 }

/**
 * A booking service on a socket that can be stopped, restarted on the same port and made to fail.
 */
export async function openService(options: ServiceOptions = {}) {
  const { key = 'e2e-key', vehicles = 1500, gaps } = options
  const serviceOf = (fleet: Fleet, gaps?: Partial<GapAnswers>) =>
    createReferenceService({ fleet, keys: [{ key }], gaps })
  let service = serviceOf(options.fleet ?? createDemoFleet({ centre: CENTRE, vehicles }), gaps)
  const requests: Request[] = []
  let override: Override | null = null
  const handler: Handler = async (request) => {
    requests.push(request)
    return override ? override(request, service) : service(request)
  }
  let listening: Listening | null = await serve(handler)
  const { url } = listening
  return {
    url,
    key,
    /**
     * Variables of a dashboard on it, without sign-in, that reads no records by
     * itself: tests count its calls.
     */
    env: {
      SERVICE_BASE_URL: url,
      SERVICE_API_KEY: key,
      KERBSIDE_AUTH: 'off',
      DIRECTORY_CALLS_PER_SECOND: '0',
      ...FULL_SPEED,
    },
    /** Received so far. */
    requests: requests as readonly Request[],
    async stop() {
      await listening?.close()
      listening = null
    },
    /** On the same port. */
    async start() {
      listening ??= await serve(handler, { port: Number(new URL(url).port) })
    },
    /** Has other vehicles, and received no requests, from now on. */
    show(fleet: Fleet, gaps?: Partial<GapAnswers>) {
      service = serviceOf(fleet, gaps)
      requests.length = 0
    },
    /**
     * Answers instead of the service until called with null: `() => new
     * Response('', { status: 500 })`.
     */
    answerWith(answer: Override | null) {
      override = answer
    },
  }
}
