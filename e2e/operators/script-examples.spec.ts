import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { expect, test } from '@/e2e/support/fixtures'
import { sendRequest } from '@/e2e/support/send-request'

/** Files of docs/examples/, by the program that runs them. */
const LANGUAGES = {
  sh: 'kerbside.sh',
  python3: 'kerbside.py',
  node: 'kerbside.mjs',
} as const

const AREA = ['51.5,-0.1', '20000'] as const

/** Of the demo. */
const OUR_REF = 'KB-17'
/** In raw JSON and in lists. */
const VEHICLE_ID = /\bv\w{8}-\d+/

function isThere(program: string): boolean {
  return spawnSync(program, ['--version']).error === undefined
}

/** Output of a running example, until it matches. */
async function outputOf(child: ChildProcess, wanted: RegExp): Promise<string> {
  let text = ''
  child.stdout?.on('data', (part) => {
    text += part
  })
  await expect.poll(() => text).toMatch(wanted)
  child.kill()
  return text
}

for (const [program, file] of Object.entries(LANGUAGES)) {
  test(`the examples in ${file} read an area, a record, a look-up, arrived bookings and the stream with a token`, async ({
    guarded,
  }) => {
    const needed = program === 'sh' ? 'curl' : program
    test.skip(!isThere(needed), `${needed} is not installed`)
    const { url } = guarded
    const cookie = await guarded.enrol(`Script in ${program}`, 'dispatcher')
    const created = await sendRequest(url, '/api/auth/api-key/create', {
      method: 'POST',
      cookie,
      body: { name: program, expiresIn: 86_400, metadata: { role: 'dispatcher' } },
    })
    const token = JSON.parse(created.text).key
    const env = { ...process.env, KERBSIDE_URL: url, KERBSIDE_TOKEN: token }
    const start = (...words: string[]) =>
      spawn(program, [`docs/examples/${file}`, ...words], { env })
    const run = (...words: string[]) =>
      spawnSync(program, [`docs/examples/${file}`, ...words], { env, encoding: 'utf8' })

    const area = run('area', ...AREA)
    expect(area.stdout, area.stderr).toMatch(VEHICLE_ID)
    const id = VEHICLE_ID.exec(run('look-up', OUR_REF).stdout)?.[0] ?? ''
    const record = run('record', id).stdout
    expect(record).toContain(id)
    expect(record).toContain(OUR_REF)
    expect(run('arrived').stdout).toMatch(/JOB-/)
    await outputOf(start('live', ...AREA), /[1-9]\d* added|"added":\[\{/)

    const refused = run('look-up', 'no such reference')
    expect(refused.status).not.toBe(0)
    expect(refused.stdout + refused.stderr).toContain('Not found')
  })
}
