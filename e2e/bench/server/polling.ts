import type { Answers } from './load-commands'
import type { LoadProcess } from './load-process'
import type { Peer } from './peers'
import { usageOf } from './process-usage'
import type { CountedService } from './upstream'

const INTERVAL_MS = 5000

// Few, because each loads the whole list; costs are compared per dispatcher.
const READERS = 20

/** Readers of a peer without deltas: each fetches the whole list at every interval. */
export interface Polled {
  readonly name: string
  readonly readers: number
  /** Share of one core, of one reader. */
  readonly cpu: number
  /** To the service, an interval. */
  readonly calls: number
  /** A reader and interval. */
  readonly bytes: number
  readonly answers: Answers
}

export async function measurePolling(
  { name, port, pid }: Peer,
  {
    service,
    load,
    path,
    seconds,
  }: { service: CountedService; load: LoadProcess; path: string; seconds: number },
): Promise<Polled> {
  const poll = (forSeconds: number) =>
    load.poll({ port, path, key: service.key, readers: READERS, everyMs: INTERVAL_MS, seconds: forSeconds })
  const { failures, ms } = await poll(INTERVAL_MS / 1000)
  if (ms.length === 0) throw new Error(`${name} answers with ${Object.keys(failures).join(', ')}`)
  service.take()
  const startMs = performance.now()
  const before = await usageOf(pid)
  const answers = await poll(seconds)
  const after = await usageOf(pid)
  const intervals = (performance.now() - startMs) / INTERVAL_MS
  return {
    name,
    readers: READERS,
    cpu: (after.cpuSeconds - before.cpuSeconds) / ((intervals * INTERVAL_MS) / 1000) / READERS,
    calls: service.take().length / intervals,
    bytes: answers.bytes / answers.ms.length,
    answers,
  }
}
