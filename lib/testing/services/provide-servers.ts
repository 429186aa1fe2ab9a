import type { Machine } from './chromium'
import { findCommand } from './find-command'

const APT_MS = 600_000

/** Debian's packages that are not named like their command. */
const PACKAGES: Readonly<Record<string, string>> = { postgres: 'postgresql' }

/** Provides the servers that tests run against, and openssl for their certificates. */
export function provideServers(machine: Machine): Promise<void> {
  return provideCommands(machine, ['postgres', 'redis-server', 'nginx', 'openssl'])
}

/**
 * Installs missing commands where that is possible: as root on Debian, such as a fresh machine of CI. Elsewhere prints
 * them; whether their tests are then skipped or fail is up to the tests.
 */
async function provideCommands(machine: Machine, commands: readonly string[]): Promise<void> {
  const missing = () => commands.filter((command) => !findCommand(command, machine.env.PATH, machine.exists))
  const packageOf = (command: string) => PACKAGES[command] ?? command
  const packages = missing().map(packageOf)
  if (packages.length === 0) return
  if (machine.userId === 0 && machine.exists('/etc/debian_version')) {
    machine.print(`Installing Debian’s ${packages.join(', ')} …`)
    await machine.run('apt-get', ['update'], APT_MS)
    await machine.run('apt-get', ['install', '-y', '--no-install-recommends', ...packages], APT_MS)
  }
  for (const command of missing()) {
    machine.print(`${command} is not installed; on Debian: sudo apt-get install ${packageOf(command)}`)
  }
}
