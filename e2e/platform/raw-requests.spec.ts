import { expect, test } from '@/e2e/support/fixtures'
import { rawRequest } from '@/e2e/support/raw-request'

/** Requests that no browser sends, on a raw socket. */

const UPGRADES = {
  WebSocket: ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'],
  'cleartext HTTP/2': ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABk'],
}

test('a request to upgrade is answered like any other, and keeps nothing open', async ({
  startDashboard,
}) => {
  const { url, process } = await startDashboard()
  const port = Number(new URL(url).port)
  expect((await rawRequest(port, '/'))?.status).toBe(200)
  for (const [name, headers] of Object.entries(UPGRADES)) {
    for (const [target, status] of [
      ['/api/health', 200],
      ['/', 200],
      ['/nothing-here', 404],
      ['/%ff', 400],
      ['http://127.0.0.1/', 400],
    ] as const) {
      const answered = (await rawRequest(port, target, headers))?.status
      expect([name, target, answered]).toEqual([name, target, status])
    }
  }
  expect(await process.stop()).toEqual({ code: 0, signal: null })
})

test('what Next would answer with 500 is refused, and its log stays JSON', async ({
  dashboard: { url, process },
}) => {
  const port = Number(new URL(url).port)
  const before = process.output().length
  const state = (text: string) => ['RSC: 1', `Next-Router-State-Tree: ${text}`]
  for (const [method, target, headers, status] of [
    ['GET', '/nothing-here', state('garbage'), 400],
    ['GET', '/nothing-here', state('%5B%22%22%5D'), 400],
    ['GET', '/', state('%ff'), 400],
    ['GET', '/%ff', [], 400],
    ['GET', '//evil.example/', [], 400],
    ['TRACE', '/api/health', [], 405],
    ['OPTIONS', '*', [], 405],
    ['OPTIONS', '/service.openapi.json', [], 405],
    ['GET', '/_global-error', [], 404],
    ['GET', '/%5fglobal-error', [], 404],
    ['HEAD', '/lookup', [], 200],
    ['HEAD', `/hooks/${'t'.repeat(43)}`, [], 404],
  ] as const) {
    const answer = await rawRequest(port, target, headers, method)
    expect([method, target, answer?.status]).toEqual([method, target, status])
    expect(answer?.text.toLowerCase()).toContain('content-security-policy: ')
  }
  expect(process.output().slice(before)).toBe('')
})
