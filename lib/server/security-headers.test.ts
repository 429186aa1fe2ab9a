import type { IncomingHttpHeaders } from 'node:http'
import { expect, test } from 'vitest'
import { listen } from '@/lib/testing/servers'
import { type SecurityOptions, secure } from './security-headers'

/** Headers of a response, and those of its request as Next gets them. */
async function ask(
  headers: Record<string, string> = {},
  dev = false,
  more: Partial<SecurityOptions> = {},
) {
  let seen: IncomingHttpHeaders = {}
  await using server = await listen((request, response) => {
    const options = {
      tileOrigin: 'https://tile.example',
      imageHosts: ['images.example'],
      dev,
      ...more,
    }
    secure(request, response, options)
    seen = request.headers
    response.end()
  })
  const { headers: answer } = await fetch(server.url, { headers })
  return { answer, seen }
}

test('the policy lists the hosts of tiles and pictures and allows only scripts with the nonce of this response', async () => {
  const first = await ask()
  const second = await ask()
  const policy = first.answer.get('content-security-policy') ?? ''
  expect(policy).toMatch(/script-src 'nonce-[A-Za-z0-9+/]{22}==' 'strict-dynamic';/)
  expect(policy).toContain("img-src 'self' data: https://tile.example https://images.example;")
  expect(policy).not.toMatch(/unsafe|\*/)
  for (const name of ['object-src', 'base-uri', 'frame-ancestors', 'default-src'])
    expect(policy).toContain(`${name} 'none'`)
  expect(second.answer.get('content-security-policy')).not.toBe(policy)
})

test('with a map file the policy names no other host', async () => {
  const { answer } = await ask({}, false, { tileOrigin: null, imageHosts: [] })
  const policy = answer.get('content-security-policy') ?? ''
  expect(policy).toContain("img-src 'self' data:;")
  expect(policy).not.toMatch(/https?:/)
})

test('the development server allows eval and inline styles, and nothing else more', async () => {
  const policyOf = async (dev: boolean) =>
    (await ask({}, dev)).answer
      .get('content-security-policy')
      ?.replaceAll(/'nonce-[^']+'/g, 'NONCE') ?? ''
  expect(await policyOf(true)).toBe(
    (await policyOf(false))
      .replace("'strict-dynamic'", "'strict-dynamic' 'unsafe-eval'")
      .replace("style-src 'self' NONCE", "style-src 'self' 'unsafe-inline'"),
  )
})

test('Next takes the nonce from the policy of Kerbside, never from one that the browser sent', async () => {
  const { answer, seen } = await ask({
    'content-security-policy': "script-src 'nonce-mine'",
    'content-security-policy-report-only': "script-src 'nonce-mine'",
  })
  expect(seen['content-security-policy']).toBe(answer.get('content-security-policy'))
  expect(seen['content-security-policy-report-only']).toBeUndefined()
})

test('requests of a page name its site as their referrer, never its address; HSTS is set over https', async () => {
  const plain = (await ask()).answer
  expect(plain.get('referrer-policy')).toBe('strict-origin')
  expect(plain.get('strict-transport-security')).toBeNull()
  const { answer } = await ask({ 'x-forwarded-proto': 'https' })
  expect(answer.get('strict-transport-security')).toBe('max-age=31536000')
})
