import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { Agent, fetch } from 'undici'
import { atMost, none, type ResultRow, type SuitePart } from '@/e2e/runner/suite'
import { startProcess } from '@/e2e/support/dashboard'
import { acceptLink, setUpLink } from '@/e2e/support/set-up'
import { formatMs, median } from '@/e2e/support/statistics'
import { startNginx } from '@/lib/testing/services/nginx'
import { haveServer } from '@/lib/testing/services/server-process'

const CONNECTIONS = 48
const P50_MS = 50
/** Connections that never finish a request. */
const UNFINISHED = 400
/** `client_header_timeout` of deploy/nginx.conf, and some time. */
const UNFINISHED_MS = 13_000
const BETWEEN_MS = 20

/** Requests that need no session and cost something, each with a secret of its own. */
const FLOODS = {
  '/sign-in': null,
  '/nowhere': null,
  '/api/auth/link': () => ({ secret: secretOfNobody() }),
  '/api/auth/reset/link': () => ({ secret: secretOfNobody() }),
  '/api/auth/accept': () => ({
    secret: secretOfNobody(),
    name: 'Somebody',
    email: 'somebody@kerbside.example',
    password: 'correct horse battery',
  }),
  '/api/auth/sign-in/email': () => ({
    email: `${secretOfNobody()}@nowhere.example`,
    password: 'guess',
  }),
} satisfies Record<string, (() => object) | null>

/** Floods without a session beside an operator's requests, directly and through nginx. */
export const floods: SuitePart = async ({ quick, log }) => {
  const seconds = quick ? 2 : 8
  const dashboard = startProcess({ KERBSIDE_AUTH: 'on', TRUSTED_PROXY: '127.0.0.1' })
  try {
    const url = await dashboard.url
    const cookie = await acceptLink(setUpLink(dashboard), 'ada@kerbside.example')
    const measure = { cookie, seconds }
    const rows = await floodAll(url, 'directly', measure)
    if (!haveServer('nginx')) return { title: 'Floods', rows }
    log('floods: through nginx, with deploy/nginx.conf …')
    const nginx = await startNginx(url)
    try {
      rows.push(...(await floodAll(nginx.url, 'through nginx', measure)))
      rows.push(...(await leaveUnfinished(nginx.url, cookie)))
    } finally {
      await nginx.stop()
    }
    return { title: 'Floods', rows }
  } finally {
    await dashboard.stop()
  }
}

interface Measure {
  readonly cookie: string
  readonly seconds: number
}

async function floodAll(url: string, way: string, { cookie, seconds }: Measure) {
  const rows: ResultRow[] = []
  for (const [path, body] of Object.entries(FLOODS)) {
    const gone = new AbortController()
    const flooding = flood(url, path, body, gone.signal)
    await wait(500)
    const { times, failed } = await askOften(url, cookie, seconds)
    gone.abort()
    const counts = await flooding
    const what = `${CONNECTIONS} connections ${way} on ${path} (${counts.answers} answers)`
    rows.push(
      atMost(`${what}: \`/api/me\`, p50`, median(times), P50_MS, formatMs, { isTime: true }),
      none(`${what}: requests of others failed`, failed),
    )
  }
  return rows
}

/** Connections that send again as soon as they are answered. */
async function flood(
  url: string,
  path: string,
  body: (() => object) | null,
  signal: AbortSignal,
): Promise<{ answers: number }> {
  const dispatcher = new Agent({ connections: CONNECTIONS, pipelining: 1 })
  const headers = { 'content-type': 'application/json', origin: new URL(url).origin }
  signal.addEventListener('abort', () => void dispatcher.destroy())
  let answers = 0
  const repeat = async () => {
    while (!signal.aborted) {
      const request = body && { method: 'POST', headers, body: JSON.stringify(body()) }
      const response = await fetch(url + path, { ...request, dispatcher }).catch(() => null)
      await response?.arrayBuffer().catch(() => null)
      answers++
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, repeat))
  return { answers }
}

/** An operator's requests one after the other. */
async function askOften(url: string, cookie: string, seconds: number) {
  const times: number[] = []
  let failed = 0
  const endMs = performance.now() + seconds * 1000
  while (performance.now() < endMs) {
    const startMs = performance.now()
    const response = await fetch(`${url}/api/me`, { headers: { cookie } }).catch(() => null)
    await response?.arrayBuffer()
    if (response?.status !== 200) failed++
    times.push(performance.now() - startMs)
    await wait(BETWEEN_MS)
  }
  return { times, failed }
}

/** Half of the connections send nothing, the others half a request. */
async function leaveUnfinished(url: string, cookie: string): Promise<ResultRow[]> {
  const port = Number(new URL(url).port)
  const open = new Set<Socket>()
  for (let n = 0; n < UNFINISHED; n++) {
    const socket = connect(port, '127.0.0.1')
    open.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => open.delete(socket))
    socket.resume()
    if (n % 2 === 0) socket.write('GET / HTTP/1.1\r\nHost: kerb')
  }
  const { times, failed } = await askOften(url, cookie, 2)
  await wait(UNFINISHED_MS)
  const kept = open.size
  for (const socket of open) socket.destroy()
  const what = `${UNFINISHED} connections to nginx without a whole request`
  return [
    atMost(`${what}: \`/api/me\`, p50`, median(times), P50_MS, formatMs, { isTime: true }),
    none(`${what}: requests of others failed`, failed),
    none(`${what}: open ${UNFINISHED_MS / 1000} s later`, kept),
  ]
}

const secretOfNobody = () => randomBytes(32).toString('base64url')
