import { Agent } from 'undici'
import type { SuitePart } from '@/e2e/runner/suite'
import { none, type ResultRow } from '@/e2e/runner/table'
import { type StartedProcess, startProcess } from '@/e2e/support/dashboard'
import { sendRequest } from '@/e2e/support/send-request'
import { acceptLink, PASSWORD, setUpLink } from '@/e2e/support/set-up'
import { timeRow, whileOthersAsk } from './others'

const STRANGERS = 64
const EMAIL = 'ada@kerbside.example'
const SIGN_IN = '/api/auth/sign-in'
const PATHS = ['/api/me', '/api/operators', '/api/vehicles?position=51.509865,-0.118092&limit=100']

/** 64 sign-ins at a time with made-up accounts, from one address and from many: operators do not notice. */
export const signInFlood: SuitePart = async ({ quick }) => {
  const seconds = quick ? 5 : 20
  const dashboard = startProcess({ KERBSIDE_AUTH: 'on', TRUSTED_PROXY: '127.0.0.1' })
  try {
    await dashboard.url
    const cookie = await acceptLink(setUpLink(dashboard), EMAIL)
    // Each path once, so that nothing is compiled or connected during the measurement.
    await whileOthersAsk(dashboard, () => rightPassword(dashboard, 1), { paths: PATHS, headers: { cookie } })
    const one = await floodRows(dashboard, cookie, seconds, 'one address', () => '192.0.2.1')
    const addressOf = (turn: number) => `198.18.${(turn >> 8) % 256}.${turn % 256}`
    const many = await floodRows(dashboard, cookie, seconds, 'many addresses', addressOf)
    return { title: 'Sign-in flood', rows: [...one, ...many] }
  } finally {
    await dashboard.stop()
  }
}

async function floodRows(
  dashboard: StartedProcess,
  cookie: string,
  seconds: number,
  from: string,
  addressOf: (turn: number) => string,
): Promise<ResultRow[]> {
  const flooding = startFlood(await dashboard.url, addressOf)
  const known = () => rightPassword(dashboard, seconds)
  const others = await whileOthersAsk(dashboard, known, { paths: PATHS, headers: { cookie } })
  const statuses = await flooding.stop()
  const wrong = statuses.filter((status) => status !== 401 && status !== 429).length
  const what = `${STRANGERS} sign-ins at a time with made-up accounts, ${from}`
  return [
    timeRow(`${what}: other operators, p99`, others.p99Ms, 500),
    timeRow('the right password meanwhile: slowest', Math.max(...others.result.ms), 2000),
    none(`of ${statuses.length} attempts, answers other than 401 and 429`, wrong, statuses.length > 0),
    none('other operators and right passwords refused', others.failed + others.result.failed),
  ]
}

/** Sign-ins with the right password, at an address where the account is known, once a second. */
async function rightPassword(dashboard: StartedProcess, seconds: number) {
  const ms: number[] = []
  let failed = 0
  for (let n = 0; n < seconds; n++) {
    const startMs = performance.now()
    const body = { email: EMAIL, password: PASSWORD }
    const { status } = await sendRequest(await dashboard.url, SIGN_IN, { method: 'POST', body })
    ms.push(performance.now() - startMs)
    if (status !== 200) failed++
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
  return { ms, failed }
}

function startFlood(origin: string, addressOf: (turn: number) => string) {
  const agent = new Agent({ connections: STRANGERS })
  const statuses: number[] = []
  let [turn, isOver] = [0, false]
  const strangers = Array.from({ length: STRANGERS }, async () => {
    while (!isOver) {
      turn++
      const { statusCode, body } = await agent.request({
        ...{ origin, path: SIGN_IN, method: 'POST' },
        headers: { origin, 'content-type': 'application/json', 'x-forwarded-for': addressOf(turn) },
        body: JSON.stringify({ email: `made-up-${turn}@nowhere.example`, password: 'a guess' }),
      })
      await body.dump()
      statuses.push(statusCode)
    }
  })
  return {
    async stop(): Promise<readonly number[]> {
      isOver = true
      await Promise.all(strangers)
      await agent.close()
      return statuses
    },
  }
}
