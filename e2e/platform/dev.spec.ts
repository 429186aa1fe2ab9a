import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { startForTest } from '@/e2e/support/dashboard'
import { expect, test } from '@/e2e/support/fixtures'
import { rawRequest } from '@/e2e/support/raw-request'

const ROOT = join(import.meta.dirname, '..', '..')
const FOLDERS = ['app', 'components', 'lib', 'public']
const FILES = ['package.json', 'tsconfig.json', 'next.config.js', '.postcssrc.json']

test('npm run dev has the headers, sign-in and refusals of npm start @long', async () => {
  // A copy, so that its build is its own; it lies in the project to share node_modules.
  const folder = test.info().outputPath('project')
  for (const name of [...FOLDERS, ...FILES])
    await cp(join(ROOT, name), join(folder, name), { recursive: true })
  const started = startForTest({ KERBSIDE_AUTH: 'on' }, { folder, args: ['--dev'] })
  try {
    const url = await started.url
    const redirect = await fetch(`${url}/lookup?our_ref=A`, { redirect: 'manual' })
    expect([redirect.status, redirect.headers.get('location')]).toEqual([
      303,
      '/sign-in?next=%2Flookup%3Four_ref%3DA',
    ])
    expect(redirect.headers.get('x-frame-options')).toBe('DENY')
    expect(redirect.headers.get('content-security-policy')).toContain("default-src 'none'")
    const { port } = new URL(url)
    expect((await rawRequest(Number(port), '/%ff', [], 'GET')).status).toBe(400)
    expect((await rawRequest(Number(port), '/lookup', [], 'POST')).status).toBe(405)
    const refused = await fetch(`${url}/api/operators`)
    expect(refused.status, started.output()).toBe(401)
    expect(await started.stop()).toEqual({ code: 0, signal: null })
  } finally {
    await started.stop()
    await rm(folder, { recursive: true, force: true })
  }
})
