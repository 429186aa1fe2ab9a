import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** Exit code and output of a process that gets SIGTERM and runs `stop`. */
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

it('exits with the code of stop', async () => {
  expect(await stopped('async () => 7')).toEqual({ code: 7, output: '' })
})

it('exits when stop hangs', async () => {
  expect(await stopped('() => new Promise(() => {})')).toEqual({
    code: 1,
    output: 'Not stopped after 100 ms: exiting\n',
  })
})
