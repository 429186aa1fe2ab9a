import { type BrowserContext, test as base, expect } from '@playwright/test'
import type { Role } from '@/lib/api/contract/operators'
import type { Fleet } from '@/lib/reference/fleets/fleet'
import { closeOffOutside, type Tiles } from './block-network'
import { type StartedProcess, startForTest } from './dashboard'
import { hydrateFirst } from './hydration'
import { readMetrics } from './metrics'
import { type PageFaults, watchFaults } from './page-faults'
import { isOnPhone, PHONE } from './phone'
import { type OnService, plainServices, type ServiceName } from './plain-services'
import { sendRequest } from './send-request'
import { openService, type ServiceOptions, type TestService } from './service'
import { acceptLink, addSession, setUpLink } from './set-up'
import { referencedFleet, standingFleet } from './standing-fleet'

export interface Dashboard {
  url: string
  process: StartedProcess
}

// A build may come first.
const START_MS = 200_000

/**
 * On a service that each test has to itself, of whose dashboard the tests
 * before have left what they saw.
 */
interface SharedDashboard extends Dashboard {
  service: TestService
}

/** Kerbside with demo data and sign-in, which the operators of the tests before use as well. */
interface GuardedDashboard extends Dashboard {
  /**
   * Invites an operator by another administrator, and accepts.
   * @returns the cookie of the new session
   */
  enrol(name: string, role: Role): Promise<string>
}

interface TestFixtures {
  /**
   * Signs the test's browser in to `guarded` as a new operator.
   * @returns the cookie of the session
   */
  signIn(name: string, role: Role): Promise<string>
  /** A service on a socket, stopped after the test. */
  startService(options?: ServiceOptions): Promise<TestService>
  /** A dashboard with variables of its own, ended after the test: `startDashboard(service.env)`. */
  startDashboard(env?: Readonly<Record<string, string>>): Promise<Dashboard>
  /**
   * Kerbside on eight vehicles that stand still, with METRICS_PORT. The dashboard is that
   * of the tests before: a start takes three seconds of the processor. A test that changes
   * vehicles, or counts requests, shows vehicles of its own:
   * `service.show(standingFleet(5, …, { at, prefix }))`.
   */
  standing: SharedDashboard
  /** The same dashboard, on a vehicle for each of `REFERENCES`. */
  referenced: SharedDashboard
  /**
   * Kerbside on one of the services of plain-services.ts, started for the first test of a worker.
   */
  openOn(name: ServiceName): Promise<OnService>
  /**
   * Always on: pages cannot reach the internet, and a request to any host but
   * the tiles' fails the test.
   */
  tiles: Tiles
  /** Always on: a console error or warning, a thrown error or a failed request fails the test. */
  consoleErrors: PageFaults
}

interface WorkerFixtures {
  /** Kerbside with demo data; `page.goto('/')` goes there. */
  dashboard: Dashboard
  guarded: GuardedDashboard
  /** Of `standing` and `referenced`. */
  sharedDashboard: SharedDashboard
  /** Of `openOn`. */
  services: ReturnType<typeof plainServices>
}

/**
 * Playwright's `test` with Kerbside's fixtures. A scenario of a failing service:
 * ```ts
 * const service = await startService()
 * const { url } = await startDashboard(service.env)
 * await page.goto(url)
 * consoleErrors.allow(/status of 50[234]/)
 * await service.stop()
 * …
 * await service.start()
 * ```
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  dashboard: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern.
    async ({}, use) => {
      const started = startForTest()
      await use({ url: await started.url, process: started })
      await started.stop()
    },
    { scope: 'worker', timeout: START_MS },
  ],
  sharedDashboard: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern.
    async ({}, use) => {
      const service = await openService({ fleet: standingFleet(8) })
      const started = startForTest({ ...service.env, METRICS_PORT: '0' })
      await use({ url: await started.url, process: started, service })
      await started.stop()
      await service.stop()
    },
    { scope: 'worker', timeout: START_MS },
  ],
  guarded: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern.
    async ({}, use) => {
      const started = startForTest({ KERBSIDE_AUTH: 'on' })
      const url = await started.url
      const cookie = await acceptLink(setUpLink(started), 'first@fleet.example')
      const enrol = async (name: string, role: Role) => {
        const body = { email: emailOf(name), role }
        const { text } = await sendRequest(url, '/api/operators', { method: 'POST', cookie, body })
        return acceptLink(JSON.parse(text).data.url, null, name)
      }
      await use({ url, process: started, enrol })
      await started.stop()
    },
    { scope: 'worker', timeout: START_MS },
  ],
  services: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern.
    async ({}, use) => {
      const services = plainServices()
      await use(services)
      await services.close()
    },
    { scope: 'worker', timeout: START_MS },
  ],
  openOn: async ({ services, context }, use) => {
    await use(services.open)
    // A page that outlives its test would keep its area.
    await Promise.all(context.pages().map((page) => page.close()))
  },
  signIn: async ({ guarded, context }, use) => {
    await use(async (name, role) => {
      const cookie = await guarded.enrol(name, role)
      await addSession(context, guarded.url, cookie)
      return cookie
    })
    await Promise.all(context.pages().map((page) => page.close()))
  },
  standing: ({ sharedDashboard, context }, use) =>
    lend(sharedDashboard, standingFleet(8), context, use),
  referenced: ({ sharedDashboard, context }, use) =>
    lend(sharedDashboard, referencedFleet(), context, use),
  viewport: async ({ viewport }, use, info) => use(isOnPhone(info) ? PHONE.viewport : viewport),
  hasTouch: async ({ hasTouch }, use, info) => use(isOnPhone(info) || hasTouch),
  isMobile: async ({ isMobile }, use, info) => use(isOnPhone(info) || isMobile),
  deviceScaleFactor: async ({ deviceScaleFactor }, use, info) =>
    use(isOnPhone(info) ? PHONE.deviceScaleFactor : deviceScaleFactor),
  // Less motion unless the test's title has @motion: frames are drawn by the processor.
  contextOptions: async ({ contextOptions }, use, { tags }) =>
    use({
      ...contextOptions,
      reducedMotion: tags.includes('@motion') ? 'no-preference' : 'reduce',
    }),
  context: async ({ context }, use) => {
    const newPage = context.newPage.bind(context)
    context.newPage = async () => hydrateFirst(await newPage())
    await use(context)
  },
  baseURL: async ({ dashboard }, use) => {
    await use(dashboard.url)
    // The page's own errors would only say that connections are refused.
    const { ended, output } = dashboard.process
    expect(ended(), `the dashboard ended by itself; it printed:\n${output()}`).toBeNull()
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern.
  startService: async ({}, use) => {
    const services: TestService[] = []
    await use(async (options) => {
      const service = await openService(options)
      services.push(service)
      return service
    })
    await Promise.all(services.map((service) => service.stop()))
  },
  startDashboard: async ({ context }, use) => {
    const processes: StartedProcess[] = []
    await use(async (env) => {
      const started = startForTest(env)
      processes.push(started)
      return { url: await started.url, process: started }
    })
    // A page that outlives its dashboard keeps polling, and its failures would fail the test.
    await Promise.all(context.pages().map((page) => page.close()))
    await Promise.all(processes.map((started) => started.stop()))
  },
  tiles: [
    async ({ context }, use) => {
      const { tiles, foreign } = closeOffOutside(context)
      await use(tiles)
      expect(foreign, 'requests to hosts other than the tiles’').toEqual([])
    },
    { auto: true },
  ],
  consoleErrors: [
    async ({ context }, use) => {
      const { faults, unexpected } = watchFaults(context)
      await use(faults)
      expect(unexpected(), 'faults of the page that the test did not allow').toEqual([])
    },
    { auto: true },
  ],
})

/** Address of an operator that `guarded` enrols. */
export const emailOf = (name: string) => `${name.toLowerCase().replaceAll(' ', '.')}@fleet.example`

/** Gives a test the shared dashboard, whose service works again afterwards. */
async function lend(
  shared: SharedDashboard,
  fleet: Fleet,
  context: BrowserContext,
  use: (shared: SharedDashboard) => Promise<void>,
): Promise<void> {
  const { service, process, url } = shared
  service.show(fleet)
  await use(shared)
  expect(
    process.ended(),
    `the dashboard ended by itself; it printed:\n${process.output()}`,
  ).toBeNull()
  // Before the service changes: a page that outlives its test would ask for vehicles that are gone.
  await Promise.all(context.pages().map((page) => page.close()))
  service.answerWith(null)
  await service.start()
  const isClosed = async () =>
    (await readMetrics(process)).includes('kerbside_breaker_state{state="closed"} 1')
  // The next call to a service that failed is made after a pause.
  while (!(await isClosed())) {
    await fetch(`${url}/api/vehicles/example`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

export { expect }
