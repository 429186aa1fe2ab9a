import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { KEY } from '@/lib/testing/reference-service'
import { help, OptionError, readCliOptions } from './cli-options'
import { gaps } from './gaps'

function start(...args: string[]): ChildProcessWithoutNullStreams {
  const cli = fileURLToPath(new URL('./cli.ts', import.meta.url))
  return spawn(process.execPath, ['--import', 'tsx', cli, ...args])
}

test('it prints an address with the port really taken, answers there, and stops when told', async () => {
  const child = start(
    '--port',
    '0',
    '--vehicles',
    '20',
    '--key',
    KEY,
    '--gap',
    'wrapperStatus=bare',
  )
  let output = ''
  child.stdout.on('data', (bytes) => (output += bytes))
  while (!output.includes('curl')) await once(child.stdout, 'data')
  expect(output).toContain('20 vehicles\n')
  const url = /http:\/\/127\.0\.0\.1:[1-9]\d*/.exec(output)?.[0]
  expect((await fetch(`${url}/api/beta/vehicles/example?key=${KEY}`)).status).toBe(200)
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
})

test('what it cannot use it names in one line, with exit code 2', async () => {
  const child = start('--fleet', 'no-such-file.json')
  let errors = ''
  child.stderr.on('data', (bytes) => (errors += bytes))
  const [code] = await once(child, 'close')
  const line = 'reference: --fleet no-such-file.json: cannot be read: there is no such file\n'
  expect([code, errors]).toEqual([2, line])
})

test.each([
  [['--nope'], "Unknown option '--nope'"],
  [['stray'], "Unexpected argument 'stray'"],
  [['--port', 'x'], '--port is "x", expected a number from 0 to 65535'],
  [['--port', '1.5'], 'expected a whole number'],
  [['--vehicles', '0'], 'expected a number from 1 to 100000'],
  [['--centre', '51'], 'expected lat,lng'],
  [['--centre', '89,0'], '--centre is "89"'],
  [['--fleet', 'f', '--moving', '2'], '--moving is "2", expected a number from 0 to 1'],
  [['--fleet', 'f', '--vehicles', '3'], 'not with --fleet'],
  [['--moving', '0.5'], 'give one with --fleet'],
  [['--seed', '-1'], '--seed'],
  [['--key', 'a b'], 'has a space'],
  [['--key', 'k@soon'], 'expected @ and an ISO 8601 time'],
  [['--gap', 'order=up'], 'gap order is "up", expected one of distance, id, shuffled'],
  [['--gap', 'nope=1'], 'unknown gap "nope"'],
  [['--gap', 'order'], 'no value'],
  [['--hooks', 'ftp://x'], '--hooks is not an http or https address'],
  [['--hooks', 'http://x', '--fleet', 'f'], '--hooks is for the demo fleet'],
])('%j is refused', (args, message) => {
  expect(() => readCliOptions(args)).toThrow(OptionError)
  expect(() => readCliOptions(args)).toThrow(message)
})

test('keys may be several, and may expire; without one, one is made that nobody else has', () => {
  const { keys, keyIsGenerated } = readCliOptions(['--key', 'a', '--key', 'b@2026-12-31T00:00:00Z'])
  expect(keys).toEqual([{ key: 'a' }, { key: 'b', expiresAt: Date.UTC(2026, 11, 31) }])
  expect(keyIsGenerated).toBe(false)
  const one = readCliOptions([])
  const other = readCliOptions([])
  expect(one.keyIsGenerated).toBe(true)
  expect(one.keys[0]?.key).not.toBe(other.keys[0]?.key)
})

test('the help says of every gap its section, question, choices and answer, and marks our own questions', () => {
  const paragraphs = help.split(/\n {2}(?=\w)/)
  for (const [name, { section, question, choices, answer, isOurs }] of Object.entries(gaps)) {
    const paragraph = paragraphs.find((text) => text.startsWith(`${name} `))
    expect(paragraph).toContain(`§${section} ${question}${isOurs ? ' *' : ''}`)
    expect(paragraph).toContain(choices?.join(', ') ?? '')
    expect(paragraph).toContain(answer ?? '')
  }
})
