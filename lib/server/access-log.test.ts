import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import type { LogFields } from '@/lib/app/log'
import { createMetrics } from '@/lib/app/metrics'
import { logAccess } from './access-log'

/** The log lines of a request with this response. */
async function logged(status: number, headers: Readonly<Record<string, string | string[]>>) {
  const lines: (LogFields & { level: string })[] = []
  const server = createServer((request, response) => {
    logAccess(request, response, {
      log: (level, fields) => void lines.push({ level, ...fields }),
      metrics: createMetrics(),
    })
    response.statusCode = status
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api/vehicles?position=51,0`)
  await new Promise((resolve) => server.close(resolve))
  return lines
}

it.each([
  ['as Node sets it', 'request-1'],
  ['as Next sets it', ['request-1']],
])('logs the id of a request, %s', async (_how, id) => {
  expect(await logged(502, { 'x-request-id': id })).toMatchObject([
    { event: 'request', requestId: 'request-1', route: '/api/vehicles', status: 502 },
  ])
})

it.each([
  [200, 'request-1', 'debug'],
  [404, 'request-1', 'info'],
  [404, null, 'debug'],
  [502, 'request-1', 'warn'],
])('logs a response of %i with the id %s at level %s', async (status, id, level) => {
  expect(await logged(status, id === null ? {} : { 'x-request-id': id })).toMatchObject([{ status, level }])
})
