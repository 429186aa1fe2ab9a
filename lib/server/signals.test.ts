import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** What a process prints and ends with that is told to stop, and stops as `stop` says. */
async function stopped(stop: string): Promise<{ code: number | null; output: string }> {
  const signals = JSON.stringify(join(import.meta.dirname, 'signals.ts'))
  const script = `
    const { onSignals } = await import(${signals})
    onSignals(${stop}, undefined, 100)
    setInterval(() => {}, 1000)
    process.kill(process.pid, 'SIGTERM')`
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', script])
  let output = ''
  child.stderr.on('data', (chunk) => {
    output += chunk
  })
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, output }
}

it('ends with what stopping came to', async () => {
  expect(await stopped('async () => 7')).toEqual({ code: 7, output: '' })
})

it('ends all the same when something hangs', async () => {
  expect(await stopped('() => new Promise(() => {})')).toEqual({
    code: 1,
    output: 'Not stopped in good order after 100 ms\n',
  })
})
