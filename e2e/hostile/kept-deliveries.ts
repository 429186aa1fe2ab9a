import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAddress } from '@/e2e/bookings/arrived-bookings'
import type { SuitePart } from '@/e2e/runner/suite'
import { type StartedProcess, startProcess } from '@/e2e/support/dashboard'
import { rawRequestOf, sendRaw } from '@/e2e/support/raw-request'
import { sendRequest } from '@/e2e/support/send-request'
import type { DataFrom } from '@/lib/api/client/call'
import { openFaultUpstream } from '@/lib/testing/fault-upstream/fault-upstream'
import { startPostgres } from '@/lib/testing/services/postgres'
import { freePort, haveServer } from '@/lib/testing/services/server-process'
import { bookingBody } from './delivery-kinds'

const PER_SECOND = 50
const STORED_MS = 60_000

/**
 * 50 webhooks a second while the process is killed at random and its database is
 * stopped: none is lost or doubled.
 */
export const keptDeliveries: SuitePart = async ({ quick, log }) => {
  const title = 'Webhooks through crashes and outages'
  if (!haveServer('postgres')) return { title, rows: [] }
  const [kills, outageSeconds, mostSeconds] = quick ? [2, 5, 3] : [20, 60, 6]
  const folder = await mkdtemp(join(tmpdir(), 'kerbside-kept-'))
  await using service = await openFaultUpstream()
  const postgres = await startPostgres()
  const port = await freePort()
  const env = {
    ...service.env,
    DATABASE_URL: postgres.url,
    KERBSIDE_DATA: folder,
    PORT: String(port),
  }
  let dashboard: StartedProcess = startProcess(env)
  try {
    const url = await dashboard.url
    const sender = startSender(port, new URL(await createAddress(url, 'The service')).pathname)
    const restart = async () => {
      dashboard.signal('SIGKILL')
      await dashboard.exit
      dashboard = startProcess(env)
      await dashboard.url
    }
    await seconds(1)
    for (let n = 0; n < kills; n++) {
      await seconds(Math.random() * mostSeconds)
      if (n === Math.floor(kills / 2)) {
        await postgres.stop()
        await seconds(outageSeconds)
        // Killed with all of them on disk; started, it answers 503 until the database is back.
        await restart()
        await postgres.start()
      } else await restart()
    }
    await seconds(2)
    const { acknowledged, sent, refused } = await sender.stop()
    const found = await storedBookings(url, folder)
    const lost = acknowledged.filter((id) => !found.has(id))
    const doubled = [...found].filter(([, deliveries]) => deliveries !== 1)
    log(
      `kept-deliveries: ${sent} sent, ${acknowledged.length} answered 200, refused ${JSON.stringify(refused)}`,
    )
    const what = `${sent} webhooks at ${PER_SECOND}/s, the process killed ${kills} times, once while the database is stopped for ${outageSeconds} s`
    return {
      title,
      rows: [
        {
          what: `${what}: answered 200 and lost, stored twice`,
          reached: `${lost.length}, ${doubled.length}`,
          wanted: '0, 0',
          met: lost.length === 0 && doubled.length === 0 && acknowledged.length > sent / 10,
        },
      ],
    }
  } finally {
    await dashboard.stop()
    await postgres.remove()
    await rm(folder, { recursive: true, force: true })
  }
}

const seconds = (count: number) => new Promise<void>((resolve) => setTimeout(resolve, count * 1000))

/** Sends each booking once. */
function startSender(port: number, path: string) {
  const acknowledged: string[] = []
  const refused: Record<string, number> = {}
  const pending = new Set<Promise<void>>()
  let sent = 0
  const timer = setInterval(() => {
    const id = `kept-${sent++}`
    const answered = sendRaw(port, { parts: [rawRequestOf(path, bookingBody(id))] }).then(
      ({ statuses: [status] }) => {
        if (status === 200) acknowledged.push(id)
        else refused[String(status)] = (refused[String(status)] ?? 0) + 1
        pending.delete(answered)
      },
    )
    pending.add(answered)
  }, 1000 / PER_SECOND)
  return {
    async stop() {
      clearInterval(timer)
      await Promise.all(pending)
      return { acknowledged, sent, refused }
    },
  }
}

/** Number of deliveries by booking id, once none waits on disk. */
async function storedBookings(url: string, folder: string): Promise<ReadonlyMap<string, number>> {
  const endMs = performance.now() + STORED_MS
  const isWaiting = async () =>
    (await readdir(folder, { recursive: true })).some((name) => name.endsWith('.ndjson'))
  while ((await isWaiting()) && performance.now() < endMs) await seconds(0.2)
  const found = new Map<string, number>()
  for (let after = 0; ; ) {
    const { text } = await sendRequest(url, `/api/bookings/arrived?after=${after}`)
    const { bookings, version }: DataFrom<'GET /api/bookings/arrived'> = JSON.parse(text).data
    for (const { id, deliveries } of bookings) found.set(id ?? '', deliveries)
    if (bookings.length === 0) return found
    after = version
  }
}
