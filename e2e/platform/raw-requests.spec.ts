import { expect, test } from '@/e2e/support/fixtures'
import { rawRequest } from '@/e2e/support/raw-request'

/** Requests that no browser sends, on a raw socket. */

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
    expect([method, target, answer.status]).toEqual([method, target, status])
    expect(answer.text.toLowerCase()).toContain('content-security-policy: ')
  }
  expect(process.output().slice(before)).toBe('')
})
