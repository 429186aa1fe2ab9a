import { spawnSync } from 'node:child_process'
import { type Browser, chromium } from '@playwright/test'
import { findCommand } from '@/lib/testing/services/server-process'
import { OWN_HOSTS_ONLY } from './block-network'

/** Without a user interface, which takes a quarter less processor time. */
const HEADLESS_SHELL = 'chromium-headless-shell'
/**
 * Debian's program without its wrapper, which adds extensions and drawing by a graphics processor.
 */
const DEBIAN_PROGRAM = '/usr/lib/chromium/chromium'
const COMMANDS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const MAC_APPLICATIONS = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]
export const NO_CHROMIUM =
  'No Chromium runs here: apt-get install chromium-headless-shell, npx playwright install --with-deps chromium, or CHROMIUM_PATH=/path/to/chromium'

/** Of each Chromium that tests and benchmarks start. */
export const BROWSER_ARGUMENTS: readonly string[] = [
  // Chromium has no sandbox for root, as in most containers.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  // Otherwise each start of a browser makes a software renderer of 3D, which nothing here uses.
  '--disable-software-rasterizer',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  OWN_HOSTS_ONLY,
]

/**
 * @returns the path of CHROMIUM_PATH, else of Playwright's or the system's Chromium
 * that runs; null without one
 */
export function findChromium(): string | null {
  const chosen = process.env.CHROMIUM_PATH?.trim()
  const found = [
    chromium.executablePath(),
    findCommand(HEADLESS_SHELL),
    DEBIAN_PROGRAM,
    ...COMMANDS.map(findCommand),
    ...MAC_APPLICATIONS,
  ]
  const runs = (path: string) => spawnSync(path, ['--version'], { timeout: 30_000 }).status === 0
  return (chosen ? [chosen] : found).find((path) => path !== null && runs(path)) ?? null
}

/**
 * A headless Chromium without a graphics processor.
 * @param options isUnlimited: it draws as often as it can, not as often as a screen
 */
export function openBrowser({ isUnlimited }: { readonly isUnlimited: boolean }): Promise<Browser> {
  const executablePath = findChromium()
  if (!executablePath) throw new Error(NO_CHROMIUM)
  return chromium.launch({
    executablePath,
    args: [
      ...BROWSER_ARGUMENTS,
      ...(isUnlimited ? ['--disable-frame-rate-limit', '--disable-gpu-vsync'] : []),
    ],
  })
}
