import { problems } from '@/lib/testing/fault-upstream/outcomes'
import { type LiveReader, openLiveReader } from './outage-streams'

type Reason = keyof typeof problems

const PAUSE_MS = 250
// Skips answers from the fresh copy and from calls that were under way when the outage began.
const SETTLED_MS = 2_500
const LONGEST_STALE_MS = 10 * 60_000
const AREA = 'position=51.509865,-0.118092'
const RECORD = '/api/vehicles/example'

interface Asked {
  readonly status: number
  readonly type: string | null
  readonly body: {
    readonly type?: string
    readonly data?: { readonly vehicles: readonly unknown[] }
    readonly meta?: { readonly stale: boolean; readonly reason: string | null; readonly fetchedAt: string }
  }
}

/** Load of several dispatchers: three live maps, and a list, a new list and a record four times a second each. */
export interface Readers {
  /** Resolves when the live maps and the list have been shown. */
  readonly ready: Promise<void>
  /** Begins the outage: answers must now name this reason. Opens a fourth map, of another area. */
  lose(reason: Reason): void
  /** Number of answers checked since then, by kind. */
  readonly seen: Readonly<Record<'stale' | 'cold' | 'record', number>>
  /** Answers that were not as specified. */
  readonly wrong: readonly string[]
  leave(): Promise<void>
}

export function startReaders(url: string): Readers {
  const gone = new AbortController()
  const wrong: string[] = []
  const seen = { stale: 0, cold: 0, record: 0 }
  const open = (radius: number) => openLiveReader(`${url}/api/live?${AREA}&radius=${radius}`, gone.signal)
  const maps = [open(1500), open(1500), open(2500)]
  let lost: { reason: Reason; sinceMs: number; shown: number[]; newcomer: LiveReader } | null = null
  let radius = 3000
  let fetchedMs = 0

  async function ask(path: string): Promise<Asked> {
    const response = await fetch(url + path)
    return {
      status: response.status,
      type: response.headers.get('content-type'),
      body: (await response.json()) as Asked['body'],
    }
  }

  function isProblem({ status, type, body }: Asked, reason: Reason): boolean {
    const { type: named } = body
    const isNamed = named === `urn:kerbside:problem:${reason}` && type === 'application/problem+json'
    return isNamed && status === problems[reason].status
  }

  /** A repeated list: its last good copy, up to the longest age of one. */
  function isKept(answer: Asked, reason: Reason): boolean {
    const { data, meta } = answer.body
    if (answer.status !== 200) return isProblem(answer, reason) && Date.now() - fetchedMs >= LONGEST_STALE_MS
    return data?.vehicles.length !== 0 && meta?.stale === true && meta.reason === reason
  }

  async function poll(
    sort: keyof typeof seen,
    path: () => string,
    isRight: (answer: Asked, reason: Reason) => boolean,
  ): Promise<void> {
    while (!gone.signal.aborted) {
      const isSettled = lost !== null && Date.now() - lost.sinceMs >= SETTLED_MS
      const answer = await ask(path())
      if (sort === 'stale' && answer.body.meta) fetchedMs = Date.parse(answer.body.meta.fetchedAt)
      if (lost && isSettled) {
        seen[sort]++
        if (!isRight(answer, lost.reason))
          wrong.push(`${sort}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 300)}`)
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  }

  const polls = [
    poll('stale', () => `/api/vehicles?${AREA}`, isKept),
    poll('cold', () => `/api/vehicles?${AREA}&radius=${radius++}`, isProblem),
    poll('record', () => RECORD, isProblem),
  ]
  return {
    ready: (async () => {
      while (fetchedMs === 0 || maps.some(({ vehicles }) => vehicles.size === 0))
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    })(),
    lose(reason) {
      const shown = maps.map(({ vehicles }) => vehicles.size)
      lost = { reason, sinceMs: Date.now(), shown, newcomer: open(3500) }
    },
    seen,
    wrong,
    async leave() {
      const { reason, shown, newcomer } = lost ?? { shown: [] }
      for (const [index, { isOpen, vehicles, failure }] of maps.entries()) {
        if (!isOpen || vehicles.size < (shown[index] ?? 0) || failure !== reason)
          wrong.push(`live map: open ${isOpen}, ${vehicles.size} of ${shown[index]} vehicles, ${failure}`)
      }
      if (newcomer && (!newcomer.isOpen || newcomer.vehicles.size > 0 || newcomer.failure !== reason))
        wrong.push(
          `new live map: open ${newcomer.isOpen}, ${newcomer.vehicles.size} vehicles, ${newcomer.failure}`,
        )
      gone.abort()
      await Promise.all(polls)
    },
  }
}
