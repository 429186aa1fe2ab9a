import { expect, it } from 'vitest'
import { createMetrics } from './metrics'

it('counts requests, attempts and sweeps, each under labels of a closed set', async () => {
  const metrics = createMetrics()
  metrics.requested('/api/vehicles', 200, 0.02)
  metrics.requested('/api/vehicles', 200, 0.3)
  metrics.attempted('ok')
  metrics.attempted('upstream-timeout')
  metrics.swept('ok', 0.4)
  const text = await metrics.registry.metrics()
  expect(text).toContain('kerbside_request_seconds_count{route="/api/vehicles",status="200"} 2')
  expect(text).toContain('kerbside_upstream_calls_total{outcome="upstream-timeout"} 1')
  expect(text).toContain('kerbside_sweep_seconds_count{outcome="ok"} 1')
  expect(text).toContain('process_resident_memory_bytes')
})

it('reads breaker, subscribers and call signs on each scrape', async () => {
  const metrics = createMetrics()
  let state = 'closed'
  metrics.watch({ breaker: () => state, readers: () => 7 })
  state = 'open'
  metrics.readRecord('ok')
  metrics.readRecord('rate-limited')
  metrics.watch({
    directoryEntries: () => 12,
    directoryUnread: () => 3,
    directoryCallsPerSecond: () => 2.5,
  })
  const lines = (await metrics.registry.metrics()).split('\n')
  const breaker = [
    'kerbside_breaker_state{state="open"} 1',
    'kerbside_breaker_state{state="closed"} 0',
  ]
  const live = ['kerbside_live_readers 7', 'kerbside_live_areas 0']
  const directory = ['kerbside_directory_entries 12', 'kerbside_directory_unread 3']
  const reads = 'kerbside_directory_reads_total{outcome="rate-limited"} 1'
  const rate = 'kerbside_directory_calls_per_second 2.5'
  expect(lines).toEqual(expect.arrayContaining([...breaker, ...live, ...directory, reads, rate]))
})
