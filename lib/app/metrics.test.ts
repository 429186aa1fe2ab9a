import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { createMetrics } from './metrics'

it('counts requests, attempts and sweeps, each under labels of a closed set', async () => {
  const metrics = createMetrics('1.2.3')
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
  const metrics = createMetrics('1.2.3')
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

it('leaves out what is not used here, and what does not answer in time', async () => {
  const metrics = createMetrics('1.2.3')
  metrics.watch({ databaseUp: async () => 1, redisUp: () => null, recordingFailing: () => null })
  const text = await metrics.registry.metrics()
  expect(text).toMatch(/^kerbside_build_info\{version="1\.2\.3"\} 1$/m)
  expect(text).toMatch(/^kerbside_database_up 1$/m)
  expect(text).toMatch(/^kerbside_webhooks_waiting_bytes 0$/m)
  expect(text).not.toMatch(/^kerbside_redis_up/m)
  metrics.watch({ databaseUp: () => new Promise(() => {}) })
  expect(await metrics.registry.metrics()).not.toMatch(/^kerbside_database_up/m)
})

it.each(['prometheus-rules.yaml', 'grafana-dashboard.json'])(
  'every metric that deploy/%s names is there',
  async (file) => {
    const text = await createMetrics('1.2.3').registry.metrics()
    const exposed = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name))
    const queries = await readFile(`deploy/${file}`, 'utf8')
    const named = queries.match(/\b(kerbside|nodejs|process)_\w+/g) ?? []
    const metricNames = named.map((name) => name.replace(/_(count|sum|bucket)$/, ''))
    expect(metricNames.length).toBeGreaterThan(8)
    expect(metricNames.filter((name) => !exposed.has(name))).toEqual([])
  },
)
