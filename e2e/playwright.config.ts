import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { BROWSER_ARGUMENTS, findChromium, NO_CHROMIUM } from '@/e2e/support/browser'

// Playwright loads this file once more in every worker; there the variable saves the search.
if (!process.env.TEST_WORKER_INDEX) {
  const path = findChromium()
  if (!path) throw new Error(NO_CHROMIUM)
  process.env.CHROMIUM_PATH = path
}

const DESKTOP = { width: 1440, height: 900 }
const FAULTS = '**/faults/*.spec.ts'

/**
 * Tests wait for about half of their time. A worker has a browser and a dashboard, about 700 MB.
 */
const WORKERS = Math.min(8, 2 * availableParallelism())

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../test-results',
  globalSetup: './global-setup.ts',
  snapshotPathTemplate: '{testDir}/pictures/recorded/{arg}{ext}',
  workers: WORKERS,
  fullyParallel: false,
  // In CI a failed test is repeated once, and named: docs/decisions/081-time-of-the-tests.md.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: Boolean(process.env.CI),
  // Limits for what hangs, far above what one busy core needs: the speed of
  // the machine decides no test.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: 'list',
  use: {
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    // A sixteenth of the processor; `-- --trace on` makes one. Screenshots and snapshots take
    // longer than the test itself.
    trace: {
      mode: process.env.CI ? 'retain-on-failure' : 'off',
      screenshots: false,
      snapshots: false,
    },
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH,
      // Without threads of V8, a load takes a twentieth less of the processor.
      args: [...BROWSER_ARGUMENTS, '--js-flags=--single-threaded'],
    },
  },
  projects: [
    // Tests with @phone in their title have a phone's screen: e2e/support/phone.ts.
    { name: 'pages', testIgnore: FAULTS, use: { viewport: DESKTOP } },
    { name: 'faults', testMatch: FAULTS, use: { viewport: DESKTOP }, fullyParallel: true },
  ],
})
