import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'

/** The parts of a machine that the search uses; tests pass their own. */
export interface Machine {
  env: Readonly<Record<string, string | undefined>>
  platform: string
  /** 0 is root; -1 where there are no such ids. */
  userId: number
  exists(path: string): boolean
  /** True when the command succeeded in time. */
  run(command: string, args: readonly string[], timeoutMs: number): Promise<boolean>
  /** Where Playwright would put its own browser. */
  playwrightPath: string
  print(line: string): void
}

const VERSION_MS = 30_000
const DOWNLOAD_MS = 240_000
const APT_MS = 600_000
/** Chromium without its user interface, which takes a quarter less processor time. */
const HEADLESS_SHELL = 'chromium-headless-shell'
const COMMANDS = [HEADLESS_SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const DEBIAN_PACKAGES = [HEADLESS_SHELL, 'chromium']
const DEBIAN_CHROMIUM = '/usr/bin/chromium'
const MAC_APPLICATIONS = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** No browser was found; the message has the remedy. */
class NoChromium extends Error {
  override readonly name = 'NoChromium'
}

/**
 * A Chromium that runs: CHROMIUM_PATH, Playwright's own, the system's; if there is none, one is installed. Beside
 * Debian's, root gets the headless shell.
 * @returns its path
 * @throws NoChromium
 */
export async function provideChromium(machine: Machine): Promise<string> {
  const found = await findChromium(machine)
  if (!found) return installChromium(machine)
  const isChosen = Boolean(machine.env.CHROMIUM_PATH?.trim())
  if (isChosen || found !== DEBIAN_CHROMIUM || !installsPackages(machine)) return found
  machine.print(`Installing Debian’s ${HEADLESS_SHELL}, beside ${found} …`)
  // The lists may name a version that is no longer there.
  if (!(await installPackage(machine, HEADLESS_SHELL))) {
    await machine.run('apt-get', ['update'], APT_MS)
    await installPackage(machine, HEADLESS_SHELL)
  }
  return (await findChromium(machine)) ?? found
}

/** @returns null when there is none. @throws NoChromium when CHROMIUM_PATH is set and does not run */
export async function findChromium(machine: Machine): Promise<string | null> {
  const chosen = machine.env.CHROMIUM_PATH?.trim()
  if (chosen) {
    if (await runs(machine, chosen)) return chosen
    throw new NoChromium(
      `CHROMIUM_PATH is ${chosen}, but \`${chosen} --version\` fails: correct it, or unset it to search for a browser`,
    )
  }
  for (const path of candidates(machine)) {
    if (machine.exists(path) && (await runs(machine, path))) return path
  }
  return null
}

function candidates({ env, platform, playwrightPath }: Machine): string[] {
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean)
  return [
    playwrightPath,
    ...COMMANDS.flatMap((command) => folders.map((folder) => join(folder, command))),
    ...(platform === 'darwin' ? MAC_APPLICATIONS : []),
  ]
}

function runs(machine: Machine, path: string): Promise<boolean> {
  return machine.run(path, ['--version'], VERSION_MS)
}

async function installChromium(machine: Machine): Promise<string> {
  machine.print('No Chromium found: downloading Playwright’s …')
  const playwright = createRequire(import.meta.url).resolve('@playwright/test/cli')
  await machine.run(process.execPath, [playwright, 'install', 'chromium'], DOWNLOAD_MS)
  const downloaded = await findChromium(machine)
  if (downloaded) return downloaded
  // A fresh Debian lacks the libraries of Playwright's Chromium too; its own package brings them.
  if (installsPackages(machine)) {
    machine.print('That gave no Chromium that runs: installing Debian’s …')
    await machine.run('apt-get', ['update'], APT_MS)
    for (const name of DEBIAN_PACKAGES) {
      await installPackage(machine, name)
      const installed = await findChromium(machine)
      if (installed) return installed
    }
  }
  throw new NoChromium(
    [
      'No Chromium runs here, and none could be installed. One of these helps:',
      '  npx playwright install --with-deps chromium   Playwright’s own, with the libraries it needs',
      '  sudo apt-get install chromium                 Debian’s; elsewhere the system’s chromium or Google Chrome',
      '  CHROMIUM_PATH=/path/to/chromium npm test      one that is already somewhere',
    ].join('\n'),
  )
}

/** Where the tests install their servers and browser: as root on Debian, such as a fresh machine of CI. */
function installsPackages({ userId, exists }: Machine): boolean {
  return userId === 0 && exists('/etc/debian_version')
}

function installPackage(machine: Machine, name: string): Promise<boolean> {
  return machine.run('apt-get', ['install', '-y', '--no-install-recommends', name], APT_MS)
}
