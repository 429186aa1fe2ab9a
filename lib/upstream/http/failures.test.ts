import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { clientOf, failureOf, listen, shortTimeouts } from '@/lib/testing/servers'
import { failureBeforeHeaders } from './body'
import { createNetworkSend } from './network'
import { TIMEOUTS } from './time-limit'

const search = {
  position: { lat: 51.5, lng: -0.1 },
  radius: 1000,
  limit: 10,
  type: null,
  cursor: null,
}

function json(response: ServerResponse, body: string | Buffer, headers = {}, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
}

describe('no answer', () => {
  it('is unreachable when the name does not resolve', async () => {
    const error = await failureOf(clientOf('http://no-such-host.invalid').getExampleVehicle())
    expect(error.kind).toBe('upstream-unreachable')
    expect(error.message).toMatch(
      /^GET \/vehicles\/example: name does not resolve \((ENOTFOUND|EAI_AGAIN)\)$/,
    )
  })

  it('is a TLS failure when no TLS answers', async () => {
    await using server = await listen((_request, response) => response.end())
    const error = await failureOf(clientOf(server.url.replace('http:', 'https:')).getVehicle('v-7'))
    expect(error.kind).toBe('upstream-tls')
    expect(server.seen).toEqual([])
  })

  it.each([
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'CERT_HAS_EXPIRED',
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'EPROTO',
  ])('is a TLS failure when Node reports %s', (code) => {
    const error = new TypeError('fetch failed', { cause: Object.assign(new Error(), { code }) })
    expect(failureBeforeHeaders(error, TIMEOUTS)?.kind).toBe('upstream-tls')
  })

  it('is unreachable, not slow, when no connection comes about in time', () => {
    const cause = Object.assign(new Error(), { code: 'UND_ERR_CONNECT_TIMEOUT' })
    const failure = { kind: 'upstream-unreachable', reason: 'no connection after 2000 ms' }
    expect(failureBeforeHeaders(new TypeError('fetch failed', { cause }), TIMEOUTS)).toEqual(
      failure,
    )
  })

  it('is a bad response when what answers is no HTTP', async () => {
    await using server = await listen(({ socket }) => socket.end('SSH-2.0-OpenSSH\r\n'))
    expect((await failureOf(clientOf(server.url).getVehicle('v-7'))).kind).toBe('bad-response')
  })
})

it('is a timeout when the body drips on past the total, and its connection is given up', async () => {
  let closed = () => {}
  const gone = new Promise<void>((resolve) => (closed = resolve))
  await using server = await listen((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const drip = setInterval(() => response.write(' '), 5)
    response.on('close', () => {
      clearInterval(drip)
      closed()
    })
  })
  const client = clientOf(server.url, { timeouts: shortTimeouts({ totalMs: 100 }) })
  const error = await failureOf(client.getVehicle('v-7'))
  expect(error.kind).toBe('upstream-timeout')
  expect(error.message).toBe('GET /vehicles/{vehicle_id}: timeout after 100 ms')
  await gone
})

describe('an unreadable answer', () => {
  const depth = 50_000
  it.each<[string, (response: ServerResponse) => void]>([
    ['UTF-16', (response) => json(response, Buffer.from('{"id":"v-7"}', 'utf16le'))],
    ['201', (response) => json(response, '{"id":"v-7"}', {}, 201)],
    ['304', (response) => response.writeHead(304).end()],
    ['an array', (response) => json(response, '[1,2]')],
    ['a record without id', (response) => json(response, '{"vehicle":{"make":"Fiat"}}')],
    [
      'nested deep',
      (response) => json(response, `{"id":"v-7","x":${'['.repeat(depth)}${']'.repeat(depth)}}`),
    ],
  ])('%s is a bad response', async (_name, answer) => {
    await using server = await listen((_request, response) => answer(response))
    expect((await failureOf(clientOf(server.url).getVehicle('v-7'))).kind).toBe('bad-response')
  })

  it.each(['application/json; charset=utf-8', 'application/hal+json', 'text/plain', ''])(
    'is readable as %s',
    async (type) => {
      await using server = await listen((_request, response) =>
        json(response, '\uFEFF{"id":"v-7"}', { 'content-type': type }),
      )
      expect((await clientOf(server.url).getVehicle('v-7')).data.record.id).toBe('v-7')
    },
  )

  it('keeps its words out of the message', async () => {
    await using server = await listen((_request, response) =>
      json(response, '{"driver_name": "Ada" oops'),
    )
    expect((await failureOf(clientOf(server.url).getVehicle('v-7'))).message).toBe(
      'GET /vehicles/{vehicle_id}: answer is not valid JSON (26 bytes)',
    )
  })
})

describe('an answer beyond its cap', () => {
  it.each([
    ['a record', 256 * 1024, (client: ReturnType<typeof clientOf>) => client.getVehicle('v-7')],
    [
      'a list',
      2 * 1024 * 1024,
      (client: ReturnType<typeof clientOf>) => client.searchVehicles(search),
    ],
  ])('is not read on: %s of 20 MB in a small gzip', async (_name, capBytes, call) => {
    const bomb = gzipSync(Buffer.alloc(20_000_000))
    await using server = await listen((_request, response) =>
      json(response, bomb, { 'content-encoding': 'gzip' }),
    )
    let unpacked = 0
    const send = createNetworkSend()
    const counting = async (request: Request) => {
      const { body, headers } = await send(request)
      const count = new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          unpacked += chunk.length
          controller.enqueue(chunk)
        },
      })
      return new Response(body?.pipeThrough(count), { headers })
    }
    const error = await failureOf(call(clientOf(server.url, { send: counting })))
    expect(error.kind).toBe('too-large')
    expect(error.message).toContain(`body is larger than ${capBytes} bytes`)
    expect(unpacked).toBeGreaterThan(capBytes)
    expect(unpacked).toBeLessThan(capBytes + 512 * 1024)
  })

  it('may be as large as the cap', async () => {
    const body = '{"id":"v-7"}'.padEnd(256 * 1024)
    await using server = await listen((_request, response) => json(response, body))
    expect((await clientOf(server.url).getVehicle('v-7')).data.record.id).toBe('v-7')
  })
})

describe('a refusal', () => {
  it.each([
    [410, 'not-found'],
    [405, 'request-refused'],
    [414, 'request-refused'],
    [422, 'request-refused'],
    [408, 'upstream-error'],
    [418, 'upstream-error'],
    [499, 'upstream-error'],
    [502, 'upstream-error'],
    [503, 'rate-limited'],
  ])('of a record with %d is %s, whatever its body says', async (status, kind) => {
    await using server = await listen((_request, response) =>
      response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>secret words</h1>'),
    )
    const error = await failureOf(clientOf(server.url).getVehicle('v-7'))
    expect(error).toMatchObject({ kind, status, retryAfterMs: null })
    expect(error.message + error.detail).not.toContain('secret words')
  })

  it('of the list or an example with 410 is no empty list', async () => {
    await using server = await listen((_request, response) => response.writeHead(410).end())
    const client = clientOf(server.url)
    const calls = [
      client.searchVehicles(search),
      client.getExampleVehicle(),
      client.getExampleBooking(),
    ]
    for (const call of calls) expect((await failureOf(call)).kind).toBe('request-refused')
  })

  it('is read for its words up to 4 KiB, and the rest is cancelled', async () => {
    let sent = 0
    let cancelled = false
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(1024).fill(65 + (sent++ % 2))),
      cancel: () => {
        cancelled = true
      },
    })
    const client = clientOf('http://service.invalid', {
      send: async () => new Response(body, { status: 400 }),
    })
    expect((await failureOf(client.searchVehicles(search))).detail).toHaveLength(329)
    expect([cancelled, sent < 10]).toEqual([true, true])
  })

  it.each([301, 307])('that points elsewhere with %d is not followed', async (status) => {
    await using elsewhere = await listen((_request, response) => json(response, '{"id":"v-7"}'))
    await using server = await listen((_request, response) => {
      response.writeHead(status, { location: `${elsewhere.url}/api/beta/vehicles/v-7` }).end()
    })
    const error = await failureOf(clientOf(server.url).getVehicle('v-7'))
    expect(error).toMatchObject({ kind: 'upstream-redirect', status })
    expect(server.seen).toHaveLength(1)
    expect(elsewhere.seen).toEqual([])
  })
})

it('leaves the pool usable after every kind of failure', async () => {
  const fails = (response: ServerResponse) => response.writeHead(500).end('x'.repeat(100_000))
  const answers: ((response: ServerResponse) => void)[] = [
    // Twice: a 500 is asked once more.
    ...[fails, fails],
    (response) => json(response, '<'),
    (response) => json(response, Buffer.alloc(1_000_000, ' ')),
    (response) => json(response, '<h1>', { 'content-type': 'text/html' }),
    (response) => json(response, '{"id":"v-7"}'),
  ]
  await using server = await listen((_request, response) => answers.shift()?.(response))
  const client = clientOf(server.url)
  for (let failures = 0; failures < 4; failures++) await failureOf(client.getVehicle('v-7'))
  expect((await client.getVehicle('v-7')).data.record.id).toBe('v-7')
})
