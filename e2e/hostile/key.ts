import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SuitePart } from '@/e2e/runner/suite'
import { startProcess } from '@/e2e/support/dashboard'
import { readMetrics } from '@/e2e/support/metrics'
import { openService, type TestService } from '@/e2e/support/service'
import { acceptLink, setUpLink } from '@/e2e/support/set-up'
import { searchAnswers } from './key-answers'
import { searchPages } from './key-browser'
import { type KeySearch, startKeySearch } from './key-search'
import { KEY, type Situation, situations } from './key-situations'

const STATIC = join(import.meta.dirname, '..', '..', '.next', 'static')
const EMAIL = 'ada@kerbside.example'

/** Searches everything that Kerbside sends, prints or stores for the API key, in all its encodings. */
export const key: SuitePart = async ({ log }) => {
  const search = startKeySearch()
  for (const situation of situations) {
    log(situation.name)
    const service = await openService({ key: KEY, vehicles: 60 })
    try {
      await searchSituation(search, service, situation)
    } finally {
      await service.stop()
    }
  }
  await search.addFolder(STATIC, { control: 'Kerbside', mayNotName: ['SERVICE_API_KEY', 'SERVICE_BASE_URL'] })
  for (const line of [...search.hits, ...search.blind].slice(0, 20)) log(line)
  return {
    title: 'The service’s API key',
    rows: [
      {
        what: `the API key, searched for in ${search.searched} texts (bodies and headers, pages, \`.next/static\`, the log, metrics, the database): hits`,
        reached:
          String(search.hits.length) + (search.blind.length > 0 ? `, ${search.blind.length} not seen` : ''),
        wanted: '0',
        met: search.hits.length === 0 && search.blind.length === 0,
      },
    ],
  }
}

async function searchSituation(search: KeySearch, service: TestService, situation: Situation): Promise<void> {
  const { name, signsIn, bringAbout } = situation
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
    // Control: the dashboard has the key and uses it.
    const works = await fetch(`${url}/api/vehicles/example`, { headers: { cookie } })
    const sent = service.requests.map(({ headers }) => headers.get('authorization'))
    if (works.status !== 200 || sent[0] !== `Bearer ${KEY}`) throw new Error(`${name}: the key was not used`)
    if (!bringAbout) await searchPages(search, url)
    await bringAbout?.(service)
    await searchAnswers(search, url, situation, cookie)
    search.addText(
      `${name}: metrics`,
      await readMetrics(dashboard),
      'kerbside_upstream_calls_total{outcome="ok"}',
    )
    await dashboard.stop()
    search.addText(`${name}: printed`, dashboard.output(), '"event":"request"')
    // Without sign-in no database is opened.
    if (signsIn) await search.addFolder(data, { control: EMAIL })
  } finally {
    await dashboard.stop()
    await rm(data, { recursive: true, force: true })
  }
}
