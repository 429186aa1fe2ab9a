import { describe, expect, test } from 'vitest'
import { findChromium, type Machine, provideChromium } from './chromium'

const OWN = '/cache/chrome'

describe('the order of the search', () => {
  test('CHROMIUM_PATH comes first', async () => {
    const { machine } = pretend({
      installed: ['/mine', OWN, '/usr/bin/chromium'],
      env: { CHROMIUM_PATH: '/mine' },
    })
    expect(await findChromium(machine)).toBe('/mine')
  })

  test('then Playwright’s own', async () => {
    expect(await findChromium(pretend({ installed: ['/usr/bin/chromium', OWN] }).machine)).toBe(OWN)
  })

  test('then the system’s, chromium before chrome, and the one without windows before both', async () => {
    const installed = ['/usr/local/bin/google-chrome', '/usr/bin/chromium']
    expect(await findChromium(pretend({ installed }).machine)).toBe('/usr/bin/chromium')
    const headless = '/usr/bin/chromium-headless-shell'
    expect(await findChromium(pretend({ installed: [...installed, headless] }).machine)).toBe(headless)
  })

  test('on a Mac also the applications', async () => {
    const chrome = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
    expect(await findChromium(pretend({ installed: [chrome], platform: 'darwin' }).machine)).toBe(chrome)
    expect(await findChromium(pretend({ installed: [chrome] }).machine)).toBeNull()
  })

  test('one that does not run is passed over', async () => {
    const { machine } = pretend({ installed: [OWN, '/usr/bin/chromium'], broken: [OWN] })
    expect(await findChromium(machine)).toBe('/usr/bin/chromium')
  })

  test('a CHROMIUM_PATH that does not run is an error, not passed over', async () => {
    const { machine } = pretend({ installed: [OWN], env: { CHROMIUM_PATH: '/gone' } })
    await expect(findChromium(machine)).rejects.toThrow('CHROMIUM_PATH is /gone')
  })
})

describe('beside Debian’s', () => {
  const debian = ['/etc/debian_version', '/usr/bin/chromium']
  const headless = '/usr/bin/chromium-headless-shell'
  const install = 'apt-get install -y --no-install-recommends chromium-headless-shell'
  const aptOf = (commands: string[]) => commands.filter((command) => command.startsWith('apt-get'))

  test('root gets the headless shell, once', async () => {
    const { machine, commands } = pretend({
      installed: debian,
      userId: 0,
      packages: ['chromium-headless-shell'],
    })
    expect(await provideChromium(machine)).toBe(headless)
    expect(await provideChromium(machine)).toBe(headless)
    expect(aptOf(commands)).toEqual([install])
  })

  test('where there is no such package, the one found is used', async () => {
    const { machine, commands } = pretend({ installed: debian, userId: 0 })
    expect(await provideChromium(machine)).toBe('/usr/bin/chromium')
    expect(aptOf(commands)).toEqual([install, 'apt-get update', install])
  })

  test('nothing is installed without root, elsewhere, or beside one that was chosen', async () => {
    for (const pretence of [
      { installed: debian },
      { installed: ['/usr/bin/chromium'], userId: 0 },
      { installed: ['/etc/debian_version', '/usr/bin/google-chrome'], userId: 0 },
      { installed: debian, userId: 0, env: { CHROMIUM_PATH: '/usr/bin/chromium' } },
    ]) {
      const { machine, commands } = pretend({ ...pretence, packages: ['chromium-headless-shell'] })
      expect(await provideChromium(machine)).toBe(pretence.installed.at(-1))
      expect(aptOf(commands)).toEqual([])
    }
  })
})

describe('without any', () => {
  test('Playwright downloads its own', async () => {
    const { machine, commands } = pretend({ downloads: true })
    expect(await provideChromium(machine)).toBe(OWN)
    expect(commands.filter((command) => command.startsWith('apt-get'))).toEqual([])
  })

  test('where that is refused, root on Debian gets Debian’s', async () => {
    const { machine, commands } = pretend({
      installed: ['/etc/debian_version'],
      userId: 0,
      packages: ['chromium'],
    })
    expect(await provideChromium(machine)).toBe('/usr/bin/chromium')
    expect(commands.filter((command) => command.startsWith('apt-get'))).toEqual([
      'apt-get update',
      // Not everywhere is there such a package.
      'apt-get install -y --no-install-recommends chromium-headless-shell',
      'apt-get install -y --no-install-recommends chromium',
    ])
  })

  test('anybody else is told what to do', async () => {
    const { machine, commands } = pretend({ installed: ['/etc/debian_version'], packages: ['chromium'] })
    await expect(provideChromium(machine)).rejects.toThrow(
      /npx playwright install.*\n.*apt-get install chromium.*\n.*CHROMIUM_PATH=/,
    )
    expect(commands.filter((command) => command.startsWith('apt-get'))).toEqual([])
  })
})

interface Pretence {
  installed?: string[]
  broken?: string[]
  env?: Record<string, string>
  platform?: string
  userId?: number
  downloads?: boolean
  /** Packages that apt-get has. */
  packages?: string[]
}

function pretend(pretence: Pretence) {
  const { installed = [], broken = [], platform = 'linux', userId = 1000 } = pretence
  const files = new Set(installed)
  const commands: string[] = []
  const machine: Machine = {
    env: { PATH: '/usr/local/bin:/usr/bin', ...pretence.env },
    platform,
    userId,
    exists: (path) => files.has(path),
    async run(command, args) {
      commands.push([command, ...args].join(' '))
      if (args[0] === '--version') return files.has(command) && !broken.includes(command)
      if (command === 'apt-get') {
        if (args[0] !== 'install') return true
        const name = args.at(-1) ?? ''
        if (!pretence.packages?.includes(name)) return false
        files.add(`/usr/bin/${name}`)
      } else if (pretence.downloads) {
        files.add(OWN)
      }
      return true
    },
    playwrightPath: OWN,
    print: () => {},
  }
  return { machine, commands }
}
