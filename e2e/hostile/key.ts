import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { none, type SuitePart } from '@/e2e/runner/suite'
import { allRoutes } from '@/e2e/support/all-routes'
import { startProcess } from '@/e2e/support/dashboard'
import { readMetrics } from '@/e2e/support/metrics'
import { openService, type TestService } from '@/e2e/support/service'
import { acceptLink, setUpLink } from '@/e2e/support/set-up'
import { openContext } from './browser'

/** A canary key, with characters that base64 and addresses change. */
const KEY = 'kerbside/canary?4711+8.~=end'
const BYTES = Buffer.from(KEY)
const FORMS = [
  ...[KEY, BYTES.toString('base64').replace(/=+$/, ''), encodeURIComponent(KEY)],
  ...[BYTES.toString('base64url'), BYTES.toString('hex')],
]
const STATIC = join(import.meta.dirname, '..', '..', '.next', 'static')
const EMAIL = 'ada@kerbside.example'
const AREA = 'position=51.509865,-0.118092'
const LONGEST_WAIT_MS = 30_000

/** A service that answers at first, and what it does afterwards. */
interface Situation {
  /** The requests carry a session. */
  readonly signsIn?: true
  /** Text that the live map must contain, as proof that it was searched. */
  readonly control?: string
  readonly bringAbout: (service: TestService) => unknown
}

/** Answers as always, and repeats the key in the echoed query and in every record. */
const echoing = (service: TestService) =>
  service.answerWith(async (request, answer) => {
    const response = await answer(request)
    const body = await response.json()
    const records: object[] = body.vehicles ?? [body.vehicle ?? body.booking ?? body]
    const [exact, inBase64, inAddress] = FORMS
    const echo = {
      make: exact,
      model: inBase64,
      functions: [inAddress],
      driver_name: `${exact} Ada`,
    }
    for (const record of records) Object.assign(record, echo, { [KEY]: { debug: KEY } })
    if (body.query) body.query += `&key=${KEY}`
    return Response.json(body, { status: response.status })
  })
const always = (body: string, init: ResponseInit) => (service: TestService) =>
  service.answerWith(() => new Response(body, init))
const failing = always(`Bad header: Bearer ${KEY}`, { status: 500, headers: { 'x-debug': KEY } })

const situations: Readonly<Record<string, Situation>> = {
  'the service answers': { bringAbout: () => undefined },
  'the service repeats the key': { control: '[secret]', bringAbout: echoing },
  'the service repeats the key, with sign-in': {
    signsIn: true,
    control: '[secret]',
    bringAbout: echoing,
  },
  'the service rejects the key': {
    bringAbout: always(`{"error":"Bad key ${KEY}"}`, { status: 401 }),
  },
  'the service fails': { bringAbout: failing },
  'the service fails, with sign-in': { signsIn: true, bringAbout: failing },
  'the service answers no JSON': { bringAbout: always(FORMS.join(' '), { status: 200 }) },
  'the service redirects to an address with the key': {
    bringAbout: always('', {
      status: 302,
      headers: { location: `/?key=${encodeURIComponent(KEY)}` },
    }),
  },
  'the service is down': { bringAbout: (service) => service.stop() },
}

/** Every page and GET route, and addresses with other outcomes. */
const PATHS = [
  ...allRoutes().flatMap(({ method, path }) =>
    method === 'GET' && !path.startsWith('/api/live') ? path : [],
  ),
  '/lookup?our_ref=no-such-vehicle',
  '/bookings/no-such-page',
  '/no-such-page',
  '/%ff',
  '/_next/static/no-such-file.js',
  '/_next/image?url=%2Fno-such-image.png&w=64&q=75',
  '/service.openapi.json',
  `/api/vehicles?${AREA}`,
  '/api/vehicles?position=nowhere',
  `/api/vehicles?${AREA}&key=1`,
  `/api/roads/streets?${AREA}&radius=2000`,
]

/** Headers of a page load, of Next's client navigation and of its prefetch. */
const requestForms: readonly Readonly<Record<string, string>>[] = [
  {},
  { rsc: '1' },
  { rsc: '1', 'next-router-prefetch': '1', 'next-router-segment-prefetch': '/_tree' },
]

/** Searches everything that Kerbside sends, prints or stores for the API key. */
export const key: SuitePart = async ({ log }) => {
  const hits: string[] = []
  let searched = 0
  /** @param control text that must occur there, or the wrong text was searched */
  const search = (where: string, text: string, control = '') => {
    searched++
    const isFound = FORMS.some((form) => text.includes(form))
    if (isFound || !text.includes(control))
      hits.push(`${where}: ${isFound ? 'the key' : `no ${control}`}`)
  }
  for (const [name, situation] of Object.entries(situations)) {
    log(name)
    const searchIn: typeof search = (where, ...rest) => search(`${name}: ${where}`, ...rest)
    await searchSituation(searchIn, situation)
  }
  const built = (await textsIn(STATIC)).join('\n')
  search('.next/static', built, 'Kerbside')
  if (/SERVICE_(API_KEY|BASE_URL)/.test(built))
    hits.push('.next/static names a setting of the service')
  for (const line of hits.slice(0, 20)) log(line)
  const what = `the API key, searched for in ${searched} texts (bodies and headers, pages, \`.next/static\`, the log, metrics, the database): hits`
  return { title: 'The service’s API key', rows: [none(what, hits.length)] }
}

type Search = (where: string, text: string, control?: string) => void

async function searchSituation(
  search: Search,
  { signsIn, control, bringAbout }: Situation,
): Promise<void> {
  const service = await openService({ key: KEY, vehicles: 60 })
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
    if (works.status !== 200 || sent[0] !== `Bearer ${KEY}`) throw new Error('The key was not used')
    await bringAbout(service)
    await searchAnswers(search, url, cookie, control)
    if (!signsIn) await searchPages(search, url)
    search('metrics', await readMetrics(dashboard), 'kerbside_upstream_calls_total{outcome="ok"}')
    await dashboard.stop()
    search('printed', dashboard.output(), '"event":"request"')
    // Without sign-in no database is opened.
    if (signsIn) search('the database', (await textsIn(data)).join('\n'), EMAIL)
  } finally {
    await dashboard.stop()
    await service.stop()
    await rm(data, { recursive: true, force: true })
  }
}

/** Headers and bodies of every answer, and the beginning of the live map. */
async function searchAnswers(
  search: Search,
  url: string,
  cookie: string,
  control = 'event: ',
): Promise<void> {
  const ask = (path: string, headers: Readonly<Record<string, string>>) =>
    fetch(url + path, {
      headers: { ...headers, cookie },
      redirect: 'manual',
      signal: AbortSignal.timeout(LONGEST_WAIT_MS),
    })
  for (const path of PATHS) {
    const answers = requestForms.map(async (form) => {
      const response = await ask(path, form)
      const text = JSON.stringify([...response.headers]) + (await response.text())
      search(`GET ${path} ${JSON.stringify(form)}`, text)
    })
    await Promise.all(answers)
  }
  const response = await ask(`/api/live?${AREA}`, { 'accept-encoding': 'identity' })
  let text = JSON.stringify([...response.headers])
  const decoder = new TextDecoder()
  for await (const chunk of response.body as ReadableStream<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true })
    if (/event: changes[\s\S]*\n\n|"failure":\{[\s\S]*\n\n/.test(text)) break
  }
  search('live map', text, control)
}

/** What a browser shows and stores of the pages that show a record, a list or a problem. */
async function searchPages(search: Search, url: string): Promise<void> {
  const { context, close } = await openContext()
  try {
    const page = await context.newPage()
    for (const path of [
      '/',
      '/integration',
      '/integration/booking',
      '/integration/observations',
      '/integration/vehicle',
      '/no-such-page',
    ]) {
      await page.goto(url + path)
      // A record, a list, or the problem in its place.
      const shown = page.locator('main').locator('h1, h2, [role=option], [role=alert]')
      await shown.first().waitFor()
      search(`page ${path}`, await page.content(), '<main')
      const kept = await page.evaluate(() =>
        JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
      )
      search(`storage of ${path}`, kept)
    }
    search('cookies', JSON.stringify(await context.cookies()))
  } finally {
    await close()
  }
}

async function textsIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return Promise.all(
    files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'latin1')),
  )
}
