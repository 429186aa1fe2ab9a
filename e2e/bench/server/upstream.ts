import { FULL_SPEED } from '@/e2e/support/service'
import type { Fleet } from '@/lib/reference/fleets/fleet'
import { serve } from '@/lib/reference/listen'
import { createReferenceService } from '@/lib/reference/service'

const KEY = 'bench-key'

/** One page that the service answered. */
export interface Served {
  /** Of the monotonic clock that all processes of a machine share, milliseconds. */
  readonly atMs: number
  /** The service's clock at the first page of its list. */
  readonly listMs: number
  readonly position: string
  readonly isLast: boolean
  readonly bytes: number
}

/** The reference service on a socket, with a record of its answers. */
export interface CountedService {
  readonly url: string
  readonly env: Readonly<Record<string, string>>
  readonly key: string
  /** Answers since the last call. */
  take(): Served[]
  close(): Promise<void>
}

export async function openCountedService(fleet: Fleet): Promise<CountedService> {
  let served: Served[] = []
  let now = Date.now()
  const service = createReferenceService({
    fleet,
    keys: [{ key: KEY }],
    gaps: { limitMaximum: 1000 },
    now: () => now,
  })
  const firstPages = new Map<string, number>()
  const { url, close } = await serve(async (request) => {
    now = Date.now()
    const response = await service(request)
    const params = new URL(request.url).searchParams
    const position = params.get('position')
    const body = await response.text()
    if (position !== null) {
      if (!params.has('cursor')) firstPages.set(position, now)
      served.push({
        atMs: Number(process.hrtime.bigint()) / 1e6,
        listMs: firstPages.get(position) ?? now,
        position,
        isLast: !body.includes('"next_cursor"'),
        bytes: Buffer.byteLength(body),
      })
    }
    return new Response(body, { status: response.status, headers: response.headers })
  })
  return {
    url,
    key: KEY,
    env: { ...FULL_SPEED, SERVICE_BASE_URL: url, SERVICE_API_KEY: KEY, KERBSIDE_AUTH: 'off' },
    take() {
      const taken = served
      served = []
      return taken
    },
    close,
  }
}
