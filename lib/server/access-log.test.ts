import { expect, it } from 'vitest'
import type { LogFields } from '@/lib/app/log'
import { createMetrics } from '@/lib/app/metrics'
import { listen } from '@/lib/testing/servers'
import { logAccess } from './access-log'

/** The log lines of a request with this response. */
async function logged(status: number, headers: Readonly<Record<string, string | string[]>>) {
  const lines: (LogFields & { level: string })[] = []
  const server = await listen((request, response) => {
    logAccess(request, response, {
      log: (level, fields) => void lines.push({ level, ...fields }),
      metrics: createMetrics('1.2.3'),
    })
    response.statusCode = status
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    response.end()
  })
  await fetch(`${server.url}/api/vehicles?position=51,0`)
  await server[Symbol.asyncDispose]()
  return lines
}

it.each([
  [200, 'request-1', 'debug'],
  [404, 'request-1', 'info'],
  [404, null, 'debug'],
  [502, 'request-1', 'warn'],
  // As Next sets it.
  [502, ['request-1'], 'warn'],
])('logs a response of %i with the id %s at level %s', async (status, id, level) => {
  expect(await logged(status, id === null ? {} : { 'x-request-id': id })).toMatchObject([
    { event: 'request', requestId: id?.toString(), route: '/api/vehicles', status, level },
  ])
})
