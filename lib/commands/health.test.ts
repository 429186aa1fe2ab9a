import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const hasIPv6 = Object.values(networkInterfaces()).some((addresses) =>
  addresses?.some(({ address }) => address === '::1'),
)

async function isAlive(host: string, port: number): Promise<boolean> {
  const env = { ...process.env, HOST: host, PORT: String(port) }
  const run = promisify(execFile)(process.execPath, ['lib/commands/kerbside.js', 'health'], { env })
  return run.then(
    () => true,
    () => false,
  )
}

test.each([
  { address: '127.0.0.1', hosts: ['', '0.0.0.0', '127.0.0.1'] },
  { address: '::1', hosts: ['::', '[::]', '::1', '[::1]'] },
])('a server on $address is found with each HOST that includes it', async ({ address, hosts }) => {
  if (address === '::1' && !hasIPv6) return
  const server = createServer((_request, response) => response.end('{}'))
  await new Promise<void>((resolve) => server.listen(0, address, resolve))
  const { port } = server.address() as AddressInfo
  for (const host of hosts) expect([host, await isAlive(host, port)]).toEqual([host, true])
  await new Promise((resolve) => server.close(resolve))
  expect(await isAlive(address, port)).toBe(false)
})
