import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** Exit code and output of a process that gets SIGTERM and runs `stop`. */
async function stopped(stop: string) {
  const script = `
    const { onSignals } = await import(${moduleUrl('./signals.ts')})
    onSignals(${stop}, undefined, 100)
    setInterval(() => {}, 1000)
    process.kill(process.pid, 'SIGTERM')`
  const child = spawn(process.execPath, [
    '--import',
    'tsx',
    '--input-type=module',
    '--eval',
    script,
  ])
  let output = ''
  child.stderr.on('data', (chunk) => (output += chunk))
  const [code] = await once(child, 'close')
  return { code, output }
}

it('exits with the code of stop', async () => {
  expect(await stopped('async () => 7')).toEqual({ code: 7, output: '' })
})

it('exits when stop hangs', async () => {
  const output = 'Not stopped after 100 ms: exiting\n'
  expect(await stopped('() => new Promise(() => {})')).toEqual({ code: 1, output })
})

it('exits though its log goes into a full pipe', async () => {
  const code = await unread(`
    const { onSignals } = await import(${moduleUrl('./signals.ts')})
    const { createLog, standardError } = await import(${moduleUrl('../app/log.ts')})
    const log = createLog('info', standardError())
    onSignals(async () => 0)
    for (let line = 0; line < 1000; line++) {
      log('info', { event: 'request', message: 'x'.repeat(400) })
      process.stdout.write('x'.repeat(400))
    }
    process.kill(process.pid, 'SIGTERM')`)
  expect(code).toBe('0\n')
})

function moduleUrl(path: string): string {
  return JSON.stringify(join(import.meta.dirname, path))
}

/**
 * Exit code of a script whose output goes into a pipe that is not read;
 * nothing when it does not exit.
 */
async function unread(script: string): Promise<string> {
  const command =
    '{ "$0" --import tsx --input-type=module --eval "$1"; echo $? >&3; } 2>&1 | sleep 15'
  const child = spawn('sh', ['-c', command, process.execPath, script], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    detached: true,
  })
  let code = ''
  child.stdio[3]?.on('data', (chunk) => {
    code += chunk
    process.kill(-(child.pid ?? 0), 'SIGKILL')
  })
  await once(child, 'exit')
  return code
}
