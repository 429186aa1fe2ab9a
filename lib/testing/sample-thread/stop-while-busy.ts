import { createWorkerThread } from '@/lib/app/worker-thread/worker-thread'
import type { SampleHandlers } from './worker'

function open() {
  return createWorkerThread<SampleHandlers>({
    root: process.cwd(),
    source: 'lib/testing/sample-thread/worker.ts',
    options: { factor: 3 },
    heapMb: 64,
    timeLimitMs: 60_000,
    waitingMaximum: 2,
    waitMs: 60_000,
  })
}

async function run(): Promise<void> {
  const busy = open()
  await busy.request('multiply', 1)
  busy.request('spin', 60_000).catch(() => undefined)
  await busy.stop()
  process.stdout.write('stopped while busy\n')
  const idle = open()
  await idle.request('multiply', 1)
  await idle.stop()
  process.stdout.write('stopped at rest\n')
}

void run()
