import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import type { Reporter } from 'vitest/node'
import { SHORT_LIVED } from './lib/testing/short-lived.js'

/** Tests of global state: each file has a process of its own, the others share some. */
const ISOLATED = ['lib/app/parts/*.test.ts', 'lib/server/serve.test.ts']

/** Tests on databases, sockets and files. */
const STORED = [
  'lib/{auth,city,fleet,recording,store,testing,upstream,webhooks}/**/*.test.ts',
  'lib/api/{client,http,routes}/**/*.test.ts',
  'lib/app/worker-thread/*.test.ts',
  'lib/app/{compose,log,metrics,standard-error}.test.ts',
  'lib/app/parts/*/**/*.test.ts',
  'lib/live/cluster/redis-*.test.ts',
  'lib/server/**/*.test.ts',
]

/** Creating a database takes tens of seconds on a busy machine. */
const SLOW_MS = 240_000

/** Names tests that CI repeated, which the default reporter does not: docs/decisions/081-time-of-the-tests.md. */
const secondAttempts: Reporter = {
  onTestCaseResult(testCase) {
    if (!testCase.diagnostic()?.flaky) return
    const name = `${testCase.module.relativeModuleId} › ${testCase.fullName}`
    process.stdout.write(`Passed at the second attempt: ${name}\n`)
  },
}

export default defineConfig({
  resolve: {
    alias: { '@': fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '') },
  },
  test: {
    testTimeout: 60_000,
    hookTimeout: SLOW_MS,
    retry: process.env.CI ? 1 : 0,
    reporters: ['default', secondAttempts],
    // One more than the cores: about half of the tests wait for servers and databases.
    maxWorkers: availableParallelism() + 1,
    execArgv: SHORT_LIVED,
    // Its default of one second depends on how busy the machine is.
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'stored',
          include: STORED,
          exclude: ISOLATED,
          isolate: false,
          testTimeout: SLOW_MS,
        },
      },
      {
        extends: true,
        test: {
          name: 'stateless',
          include: ['{lib,components,e2e}/**/*.test.{ts,tsx}'],
          exclude: [...ISOLATED, ...STORED],
          isolate: false,
        },
      },
      { extends: true, test: { name: 'isolated', include: ISOLATED } },
    ],
  },
})
