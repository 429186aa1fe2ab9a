import { Agent } from 'undici'
import type { SuitePart } from '@/e2e/runner/suite'
import type { ResultRow } from '@/e2e/runner/table'
import { startProcess } from '@/e2e/support/dashboard'
import { sendRequest } from '@/e2e/support/send-request'
import { acceptLink, PASSWORD, setUpLink } from '@/e2e/support/set-up'
import { quantile } from '@/e2e/support/statistics'

const STRANGERS = 64
const OTHERS_P99_MS = 500
const PAUSE_MS = 50
const EMAIL = 'ada@kerbside.example'
const PATHS = ['/api/me', '/api/operators', '/api/vehicles?position=51.509865,-0.118092&limit=100']

/** 64 sign-ins at a time with made-up accounts, from one address and from many: operators do not notice. */
export const signInFlood: SuitePart = async ({ quick }) => {
  const seconds = quick ? 5 : 20
  const dashboard = startProcess({ KERBSIDE_AUTH: 'on', TRUSTED_PROXY: '127.0.0.1' })
  try {
    const url = await dashboard.url
    const cookie = await acceptLink(setUpLink(dashboard), EMAIL)
    // Each path once, so that nothing is compiled or connected during the measurement.
    for (const path of PATHS) await sendRequest(url, path, { cookie })
    await sendRequest(url, '/api/auth/sign-in', {
      method: 'POST',
      body: { email: EMAIL, password: PASSWORD },
    })
    const calm = await flood(url, cookie, seconds / 2, () => '', 0)
    const one = await flood(url, cookie, seconds, () => '192.0.2.1')
    const many = await flood(url, cookie, seconds, (turn) => `198.18.${(turn >> 8) % 256}.${turn % 256}`)
    const rows = [calmRow(calm), ...rowsOf('one address', one), ...rowsOf('many addresses', many)]
    return { title: 'Sign-in flood', rows }
  } finally {
    await dashboard.stop()
  }
}

interface Flood {
  readonly attempts: number
  readonly statuses: readonly number[]
  /** Times of other operators' requests, and their statuses. */
  readonly others: readonly number[]
  readonly failed: number
  /** Times of sign-ins with the right password, at an address where the account is known. */
  readonly rightMs: readonly number[]
}

async function flood(
  url: string,
  cookie: string,
  seconds: number,
  addressOf: (turn: number) => string,
  strangers = STRANGERS,
): Promise<Flood> {
  const agent = new Agent({ connections: STRANGERS })
  const endMs = performance.now() + seconds * 1000
  const isOver = () => performance.now() >= endMs
  const statuses: number[] = []
  const others: number[] = []
  const rightMs: number[] = []
  let turn = 0
  let failed = 0

  async function stranger() {
    while (!isOver()) {
      turn++
      const { statusCode, body } = await agent.request({
        origin: url,
        path: '/api/auth/sign-in',
        method: 'POST',
        headers: { origin: url, 'content-type': 'application/json', 'x-forwarded-for': addressOf(turn) },
        body: JSON.stringify({ email: `made-up-${turn}@nowhere.example`, password: 'a guess' }),
      })
      await body.dump()
      statuses.push(statusCode)
    }
  }
  async function operator(path: string) {
    while (!isOver()) {
      const startMs = performance.now()
      const { status } = await sendRequest(url, path, { cookie, headers: { 'accept-encoding': 'gzip' } })
      others.push(performance.now() - startMs)
      if (status !== 200) failed++
      await pause(PAUSE_MS)
    }
  }
  async function known() {
    while (!isOver()) {
      const startMs = performance.now()
      const body = { email: EMAIL, password: PASSWORD }
      const { status } = await sendRequest(url, '/api/auth/sign-in', { method: 'POST', body })
      if (status === 200) rightMs.push(performance.now() - startMs)
      else failed++
      await pause(1000)
    }
  }
  await Promise.all([
    ...Array.from({ length: strangers }, stranger),
    ...[...PATHS, ...PATHS].map(operator),
    known(),
  ])
  await agent.close()
  return { attempts: turn, statuses, others, failed, rightMs }
}

function calmRow({ others, rightMs }: Flood): ResultRow {
  return {
    what: 'the same without a flood: other operators, p99; the right password, slowest',
    reached: `${quantile(others, 0.99).toFixed(0)} ms; ${quantile(rightMs, 1).toFixed(0)} ms`,
    wanted: 'for comparison',
    met: true,
  }
}

function rowsOf(from: string, { attempts, statuses, others, failed, rightMs }: Flood): ResultRow[] {
  const p99 = quantile(others, 0.99)
  const p50 = quantile(others, 0.5)
  const right = quantile(rightMs, 1)
  const wrong = statuses.filter((status) => status !== 401 && status !== 429).length
  return [
    {
      what: `64 sign-ins at a time with made-up accounts, ${from}: other operators, p99`,
      reached: `${p99.toFixed(0)} ms (p50 ${p50.toFixed(0)} ms, ${others.length} requests)`,
      wanted: `≤ ${OTHERS_P99_MS} ms`,
      met: p99 <= OTHERS_P99_MS,
      isTime: true,
    },
    {
      what: `the right password meanwhile, ${from}: slowest`,
      reached: `${right.toFixed(0)} ms`,
      wanted: '≤ 2000 ms',
      met: right <= 2000,
      isTime: true,
    },
    {
      what: `attempts, answers other than 401 and 429, others refused, ${from}`,
      reached: `${attempts}, ${wrong}, ${failed}`,
      wanted: 'any, 0, 0',
      met: wrong === 0 && failed === 0,
    },
  ]
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
