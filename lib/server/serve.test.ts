import dns from 'node:dns'
import { afterEach, expect, test, vi } from 'vitest'
import { createMetrics } from '@/lib/app/metrics'
import { openServer } from './serve'

const options = {
  tileOrigin: 'https://tiles.example',
  imageHosts: [],
  auth: async () => null,
  trustedProxies: null,
  log: () => undefined,
  metrics: createMetrics('1.2.3'),
  dev: false,
  mapTile: async () => new Response(),
  webhooks: async () => null,
}

afterEach(() => vi.restoreAllMocks())

test('a loopback name that resolves elsewhere is refused while sign-in is disabled', async () => {
  // From Node 22 on a server asks for all addresses of a name.
  vi.spyOn(dns, 'lookup').mockImplementation(((_: string, ...rest: unknown[]) => {
    const answer = rest.at(-1) as (...args: unknown[]) => void
    const isAll = (rest[0] as { all?: boolean } | undefined)?.all
    return isAll ? answer(null, [{ address: '0.0.0.0', family: 4 }]) : answer(null, '0.0.0.0', 4)
  }) as typeof dns.lookup)
  const address = { host: 'desk.localhost', port: 0 }
  await expect(
    openServer(address, { ...options, loopbackOnly: 'without sign-in' }),
  ).rejects.toThrow(/^HOST=desk\.localhost is 0\.0\.0\.0 here/)
  const server = await openServer(address, { ...options, loopbackOnly: null })
  await server.stop()
})
