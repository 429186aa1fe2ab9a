import type { Machine } from './chromium'
import { findCommand } from './find-command'

const APT_MS = 600_000

/** What tests run against or make certificates with, and Debian's packages that bring it. */
const SERVERS = [
  { command: 'postgres', packageName: 'postgresql' },
  { command: 'redis-server', packageName: 'redis-server' },
  { command: 'nginx', packageName: 'nginx' },
  { command: 'openssl', packageName: 'openssl' },
]

/**
 * Installs what is missing where that is possible: root on Debian, a fresh machine of CI. Elsewhere says what is
 * missing; whether its tests are then skipped or fail is theirs to say.
 */
export async function provideServers(machine: Machine): Promise<void> {
  const missing = findMissing(machine)
  if (missing.length === 0) return
  const packages = missing.map(({ packageName }) => packageName)
  if (machine.userId === 0 && machine.exists('/etc/debian_version')) {
    machine.print(`Installing Debian’s ${packages.join(', ')} …`)
    await machine.run('apt-get', ['update'], APT_MS)
    await machine.run('apt-get', ['install', '-y', '--no-install-recommends', ...packages], APT_MS)
  }
  for (const { command, packageName } of findMissing(machine)) {
    machine.print(`There is no ${command} here; on Debian: sudo apt-get install ${packageName}`)
  }
}

function findMissing({ env, exists }: Machine) {
  return SERVERS.filter(({ command }) => !findCommand(command, env.PATH, exists))
}
