import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WEBHOOK_BODY_BYTES_MAXIMUM } from '@/lib/api/contract/webhooks'
import { listen, type TestServer } from '@/lib/testing/servers'
import { type Nginx, startNginx } from '@/lib/testing/services/nginx'
import { haveServer } from '@/lib/testing/services/server-process'
import { createReceiver, type ReceivedDelivery } from '@/lib/webhooks/receiver'
import { createMemoryTokens } from '@/lib/webhooks/tokens'
import { answerWebhook } from './answer-webhook'

describe.skipIf(!haveServer('nginx'))('webhooks through nginx, with deploy/nginx.conf', () => {
  const tokens = createMemoryTokens()
  const taken: ReceivedDelivery[] = []
  const receiver = createReceiver(async (one) => void taken.push(one))
  let server: TestServer
  let nginx: Nginx

  beforeAll(async () => {
    server = await listen(async (request, response) => {
      if (!(await answerWebhook(request, response, async () => ({ ...receiver, tokens }))))
        response.writeHead(request.url === '/api/health' ? 200 : 404, { connection: 'close' }).end()
    })
    nginx = await startNginx(server.url)
  })
  afterAll(async () => {
    await nginx?.stop()
    await server?.[Symbol.asyncDispose]()
  })

  async function address() {
    const { secret = '' } = (await tokens.create('Behind nginx', null)) ?? {}
    return { secret, url: `${nginx.url}/hooks/${secret}` }
  }
  const post = (url: string, body: Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
    fetch(url, { method: 'POST', body, headers })

  test('a body of 64 KB is taken as it came, a longer one is refused by either', async () => {
    const { url } = await address()
    const largest = new Uint8Array(WEBHOOK_BODY_BYTES_MAXIMUM).fill(255)
    expect((await post(url, largest)).status).toBe(200)
    expect(Buffer.from(taken.at(-1)?.body ?? '', 'base64').equals(largest)).toBe(true)
    const longer = await post(url, new Uint8Array(WEBHOOK_BODY_BYTES_MAXIMUM + 1))
    expect([longer.status, await longer.text()]).toEqual([413, expect.stringContaining('nginx')])
    const packed = new Uint8Array(gzipSync(Buffer.alloc(WEBHOOK_BODY_BYTES_MAXIMUM + 1)))
    const bomb = await post(url, packed, { 'content-encoding': 'gzip' })
    expect([bomb.status, await bomb.text()]).toEqual([413, 'Too large\n'])
  })

  test('its logs hold no token: not of a delivery, nor of one that is refused, cut, or finds no Kerbside', async () => {
    const { url, secret } = await address()
    const wrong = 'w'.repeat(43)
    await post(`${url}?attempt=1`, new Uint8Array(2))
    await post(url, new Uint8Array(WEBHOOK_BODY_BYTES_MAXIMUM + 1))
    await post(`${nginx.url}/hooks/${wrong}`, new Uint8Array(2))
    await fetch(url)
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    socket.write(`POST /hooks/${secret} HTTP/1.1\r\nhost: k\r\ncontent-length: 10\r\n\r\n{"a"`)
    await new Promise((resolve) => socket.once('connect', resolve))
    socket.destroy()
    await server[Symbol.asyncDispose]()
    expect((await post(url, new Uint8Array(2))).status).toBe(502)
    expect((await fetch(`${nginx.url}/noted`)).status).toBe(502)
    // Both logs are written: the last request is in each.
    await expect
      .poll(async () => (await nginx.logs()).match(/GET \/noted/g)?.length)
      .toBeGreaterThan(1)
    const logs = await nginx.logs()
    for (const text of [secret, wrong, '/hooks/']) expect(logs).not.toContain(text)
  })
})
