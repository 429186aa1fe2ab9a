import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import type { LogFields } from '@/lib/operations/log'
import { createMetrics } from '@/lib/operations/metrics'
import { observe } from './observe'

it.each([
  ['as Node sets it', 'request-1'],
  ['as Next sets it', ['request-1']],
])('logs the id of a request, %s', async (_how, id) => {
  const lines: LogFields[] = []
  const server = createServer((request, response) => {
    observe(request, response, {
      log: (_level, fields) => void lines.push(fields),
      metrics: createMetrics(),
    })
    response.statusCode = 502
    response.setHeader('x-request-id', id)
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api/vehicles?position=51,0`)
  await new Promise((resolve) => server.close(resolve))
  expect(lines).toMatchObject([
    { event: 'request', requestId: 'request-1', route: '/api/vehicles', status: 502 },
  ])
})
