import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SuitePart } from '@/e2e/runner/suite'
import { startProcess } from '@/e2e/support/dashboard'
import { readMetrics } from '@/e2e/support/metrics'
import { openService, type TestService } from '@/e2e/support/service'
import { acceptLink, setUpLink } from '@/e2e/support/set-up'
import { lookAtAnswers } from './key-answers'
import { lookAtPages } from './key-browser'
import { type Hunt, startHunt } from './key-hunt'
import { KEY, type Situation, situations } from './key-situations'

const STATIC = join(import.meta.dirname, '..', '..', '.next', 'static')
const EMAIL = 'ada@kerbside.example'

/** A key that is looked for, in all its forms, wherever something of Kerbside's can be read. */
export const key: SuitePart = async ({ log }) => {
  const hunt = startHunt()
  for (const situation of situations) {
    log(situation.name)
    const service = await openService({ key: KEY, vehicles: 60 })
    try {
      await liveThrough(hunt, service, situation, log)
    } finally {
      await service.stop()
    }
  }
  await hunt.lookInto(STATIC, { control: 'Kerbside', mayNotName: ['SERVICE_API_KEY', 'SERVICE_BASE_URL'] })
  for (const line of [...hunt.hits, ...hunt.blind].slice(0, 20)) log(line)
  return {
    title: 'The service’s API key',
    rows: [
      {
        what: `a canary key, looked for in ${hunt.looked} texts (bodies and headers, pages, \`.next/static\`, the log, metrics, the database): hits`,
        reached: String(hunt.hits.length) + (hunt.blind.length > 0 ? `, ${hunt.blind.length} not seen` : ''),
        wanted: '0',
        met: hunt.hits.length === 0 && hunt.blind.length === 0,
      },
    ],
  }
}

async function liveThrough(
  hunt: Hunt,
  service: TestService,
  { name, signsIn, bringAbout }: Situation,
  log: (line: string) => void,
): Promise<void> {
  const data = await mkdtemp(join(tmpdir(), 'kerbside-key-'))
  const dashboard = startProcess({
    ...service.env,
    LOG_LEVEL: 'debug',
    METRICS_PORT: '0',
    KERBSIDE_DATA: data,
    KERBSIDE_AUTH: signsIn ? 'on' : 'off',
  })
  try {
    const url = await dashboard.url
    const cookie = signsIn ? await acceptLink(setUpLink(dashboard), EMAIL) : ''
    // Without this the hunt could find nothing: the dashboard has the key, and it works.
    const works = await fetch(`${url}/api/vehicles/example`, { headers: { cookie } })
    const sent = service.requests.map(({ headers }) => headers.get('authorization'))
    if (works.status !== 200 || sent[0] !== `Bearer ${KEY}`) throw new Error(`${name}: the key was not used`)
    if (!bringAbout) await lookAtPages(hunt, url, log)
    await bringAbout?.(service)
    await lookAtAnswers(hunt, url, name, cookie)
    hunt.lookAt(
      `${name}: metrics`,
      await readMetrics(dashboard),
      'kerbside_upstream_calls_total{outcome="ok"}',
    )
    await dashboard.stop()
    hunt.lookAt(`${name}: printed`, dashboard.output(), '"event":"request"')
    // Where nobody signs in no database is opened.
    if (signsIn) await hunt.lookInto(data, { control: EMAIL })
  } finally {
    await dashboard.stop()
    await rm(data, { recursive: true, force: true })
  }
}
