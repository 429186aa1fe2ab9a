import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type StartedProcess, startForTest } from '@/e2e/support/dashboard'
import { expect, test } from '@/e2e/support/fixtures'
import { rawRequest } from '@/e2e/support/raw-request'

const ROOT = join(import.meta.dirname, '..', '..')
const SOURCES = [
  'app',
  'components',
  'lib',
  'public',
  'package.json',
  'tsconfig.json',
  'next.config.js',
  '.postcssrc.json',
]
// Compiling takes a minute on a busy machine.
const COMPILED_MS = 120_000
const EDITED = 'components/account/sign-in/sign-in-page.tsx'

let running: { started: StartedProcess; folder: string } | undefined
test.afterEach(async () => {
  await running?.started.stop()
  if (running) await rm(running.folder, { recursive: true, force: true })
})

test('npm run dev has the headers, sign-in and refusals of npm start @long', async () => {
  test.setTimeout(300_000)
  const { url, output, stop } = await startDevelopment()
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
  expect(refused.status, output()).toBe(401)
  expect(await stop()).toEqual({ code: 0, signal: null })
})

// Outside of npm test: compiling takes a minute, and when an edit is noticed depends on the machine's load.
test('npm run dev reloads an edited component and keeps what was typed @long', async ({ page }) => {
  test.setTimeout(300_000)
  const { url, folder, stop } = await startDevelopment()
  await page.goto(`${url}/sign-in`, { timeout: COMPILED_MS })
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible()
  const email = page.getByRole('textbox').first()
  await email.fill('kept@fleet.example')
  const file = join(folder, EDITED)
  await writeFile(file, (await readFile(file, 'utf8')).replaceAll('"Sign in"', '"Sign in, edited"'))
  await expect(page.getByRole('heading', { name: 'Sign in, edited' })).toBeVisible({ timeout: COMPILED_MS })
  await expect(email).toHaveValue('kept@fleet.example')
  // The page would report that its server is gone.
  await page.goto('about:blank')
  expect(await stop()).toEqual({ code: 0, signal: null })
})

/** Starts a copy, so that an edit does not make other tests build; it lies in the project to share node_modules. */
async function startDevelopment() {
  const folder = test.info().outputPath('project')
  for (const name of SOURCES) await cp(join(ROOT, name), join(folder, name), { recursive: true })
  const started = startForTest({ KERBSIDE_AUTH: 'on' }, { folder, args: ['--dev'] })
  running = { started, folder }
  return { url: await started.url, folder, output: started.output, stop: started.stop }
}
