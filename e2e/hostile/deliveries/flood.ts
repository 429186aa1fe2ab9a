import { monitorEventLoopDelay } from 'node:perf_hooks'
import { HEAP_OPTIONS, keptBytes } from '@/e2e/bench/server/process-heap'
import { usageOf } from '@/e2e/bench/server/process-usage'
import { openLiveReader } from '@/e2e/hostile/outage-streams'
import type { SuiteOptions } from '@/e2e/runner/suite'
import type { ResultRow } from '@/e2e/runner/table'
import { startProcess } from '@/e2e/support/dashboard'
import { quantile } from '@/e2e/support/statistics'
import type { WebhookAddresses } from '@/lib/api/contract/webhooks'
import { openFaultUpstream } from '@/lib/testing/fault-upstream/fault-upstream'
import { createAddress, readAddresses } from './address'
import { hostileKinds, slowDelivery } from './hostile-deliveries'
import { sendRaw } from './raw-delivery'

const PER_SECOND = 200
const MAPS = 100
const SLOW = 50
const MEGABYTE = 1024 * 1024
const STORED_MS = 60_000

/** Hostile deliveries at 200 a second beside 100 open maps. */
export async function floodRows({ quick, log }: SuiteOptions): Promise<ResultRow[]> {
  const deliveries = quick ? 1_500 : 10_000
  await using service = await openFaultUpstream()
  const dashboard = startProcess({ ...service.env, NODE_OPTIONS: HEAP_OPTIONS })
  const gone = new AbortController()
  try {
    const url = await dashboard.url
    const path = new URL(await createAddress(url)).pathname
    const port = Number(new URL(url).port)
    const maps = Array.from({ length: MAPS }, (_, n) =>
      openLiveReader(
        `${url}/api/live?position=51.509865,-0.118092&radius=${1500 + (n % 10) * 100}`,
        gone.signal,
      ),
    )
    // Code is compiled and pools fill before the memory is read.
    await send(port, path, quick ? 200 : 1_000)
    const before = await keptBytes(dashboard)
    const residentBefore = (await usageOf(dashboard.pid)).residentBytes
    const slow = Array.from({ length: SLOW }, () => sendRaw(port, slowDelivery(path, quick ? 5 : 40)))
    // Delay that this process, which sends and has the maps, adds to each answer by itself.
    const delay = monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    const sent = await send(port, path, deliveries)
    delay.disable()
    const resident = (await usageOf(dashboard.pid)).residentBytes - residentBefore
    const stored = await whenStored(url)
    const growth = ((await keptBytes(dashboard)) - before) / MEGABYTE
    const slowStatuses = (await Promise.all(slow)).flatMap(({ statuses }) => statuses)
    const open = maps.filter(({ isOpen }) => isOpen).length
    const all = [...sent.statuses, ...slowStatuses]
    const failed = all.filter((status) => status >= 500).length
    const isInLog = dashboard.output().includes(path.slice('/hooks/'.length))
    const p99 = quantile(sent.times, 0.99)
    const counts = [...new Set(all)].map(
      (status) => `${status}: ${all.filter((one) => one === status).length}`,
    )
    log(
      `deliveries: p50 ${quantile(sent.times, 0.5).toFixed(1)} ms; ${counts.join(', ')}; resident ${(resident / MEGABYTE).toFixed(0)} MB more; of the sender itself p99 ${(delay.percentile(99) / 1e6).toFixed(1)} ms`,
    )
    return [
      {
        what: `${deliveries} hostile deliveries in ${Object.keys(hostileKinds).length} kinds at ${PER_SECOND}/s, ${SLOW} more of one byte a second: answers of 500 and above, kinds without an answer`,
        reached: `${failed}, ${sent.silent.join(' ') || 0}`,
        wanted: '0, 0',
        met: failed === 0 && sent.silent.length === 0,
      },
      {
        what: `answers beside ${MAPS} open maps, p99`,
        reached: `${p99.toFixed(0)} ms`,
        wanted: '≤ 250 ms',
        met: p99 <= 250,
        isTime: true,
      },
      { what: 'maps still open', reached: String(open), wanted: String(MAPS), met: open === MAPS },
      {
        what: 'more kept after a garbage collection',
        reached: `${growth.toFixed(0)} MB`,
        wanted: '≤ 50 MB',
        met: growth <= 50,
      },
      {
        what: `${sent.taken} answered 200: not stored; token in the log`,
        reached: `${Math.max(0, sent.taken - stored.deliveries)}; ${isInLog ? 'yes' : 'no'}`,
        wanted: '0; no',
        met: stored.deliveries >= sent.taken && stored.waitingBytes === 0 && !isInLog,
      },
    ]
  } finally {
    gone.abort()
    await dashboard.stop()
  }
}

let taken = 0

async function send(port: number, path: string, deliveries: number) {
  const kinds = Object.entries(hostileKinds)
  const [times, statuses, silent] = [[] as number[], [] as number[], new Set<string>()]
  const pending: Promise<void>[] = []
  const startMs = performance.now()
  for (let n = 0; n < deliveries; n++) {
    const waitMs = startMs + (n * 1000) / PER_SECOND - performance.now()
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs))
    const [name, kind] = kinds[n % kinds.length]!
    pending.push(
      sendRaw(port, kind(path, n)).then((answers) => {
        statuses.push(...answers.statuses)
        taken += answers.statuses.filter((status) => status === 200).length
        if (answers.ms !== null) times.push(answers.ms)
        else if (!name.startsWith('cut') && !name.startsWith('shorter')) silent.add(name)
      }),
    )
  }
  await Promise.all(pending)
  return { times, statuses, silent: [...silent], taken }
}

/** Deliveries in the store, when none waits on disk. */
async function whenStored(url: string): Promise<{ deliveries: number; waitingBytes: number }> {
  const endMs = performance.now() + STORED_MS
  for (;;) {
    const { addresses, waitingBytes }: WebhookAddresses = await readAddresses(url)
    const deliveries = addresses.reduce((sum, one) => sum + one.deliveries, 0)
    if (waitingBytes === 0 || performance.now() > endMs) return { deliveries, waitingBytes }
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
