import { expect, test } from 'vitest'
import type { Machine } from './chromium'
import { findCommand } from './find-command'
import { provideServers } from './provide-servers'

const NEWER = '/usr/lib/postgresql/17/bin/postgres'
const OLDER = '/usr/lib/postgresql/15/bin/postgres'
const PATH = '/usr/local/bin:/usr/bin'

test('a command on PATH comes first, then the newest PostgreSQL', () => {
  const find = (...files: string[]) => findCommand('postgres', PATH, (path) => files.includes(path))
  expect(find(OLDER, NEWER, '/usr/bin/postgres')).toBe('/usr/bin/postgres')
  expect(find(OLDER, NEWER)).toBe(NEWER)
  expect(find('/opt/postgres')).toBeNull()
})

test('root on Debian installs only what is missing', async () => {
  const { machine, commands, printed } = pretend({ installed: ['/usr/sbin/nginx'], packages: true })
  await provideServers(machine)
  expect(commands).toEqual([
    'apt-get update',
    'apt-get install -y --no-install-recommends postgresql redis-server',
  ])
  expect(printed).toEqual(['Installing Debian’s postgresql, redis-server …'])
})

test('nothing is done where nothing is missing', async () => {
  const { machine, commands, printed } = pretend({
    installed: [OLDER, '/usr/bin/redis-server', '/usr/sbin/nginx'],
  })
  await provideServers(machine)
  expect([...commands, ...printed]).toEqual([])
})

test('without root the missing commands are printed', async () => {
  const { machine, commands, printed } = pretend({ installed: [OLDER, '/usr/sbin/nginx'], userId: 1000 })
  await provideServers(machine)
  expect(commands).toEqual([])
  expect(printed).toEqual(['redis-server is not installed; on Debian: sudo apt-get install redis-server'])
})

test('a failed installation is printed', async () => {
  const { machine, printed } = pretend({ installed: [OLDER, '/usr/sbin/nginx'] })
  await provideServers(machine)
  expect(printed.at(-1)).toBe('redis-server is not installed; on Debian: sudo apt-get install redis-server')
})

function pretend({ installed = [] as string[], userId = 0, packages = false }) {
  const files = new Set(['/etc/debian_version', '/usr/bin/openssl', ...installed])
  const commands: string[] = []
  const printed: string[] = []
  const machine: Machine = {
    env: { PATH },
    platform: 'linux',
    userId,
    exists: (path) => files.has(path),
    async run(command, args) {
      commands.push([command, ...args].join(' '))
      if (packages && args[0] === 'install')
        files.add(NEWER).add('/usr/bin/redis-server').add('/usr/sbin/nginx')
      return packages
    },
    playwrightPath: '/nowhere',
    print: (line) => void printed.push(line),
  }
  return { machine, commands, printed }
}
