import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { SHORT_LIVED } from './lib/testing/short-lived.js'

const ALL = '{lib,components,e2e}/**/*.test.{ts,tsx}'

/** Tests that leave no global state: a process runs many of these files, which halves the processor time. */
const STATELESS = [
  'components/**/*.test.{ts,tsx}',
  'e2e/**/*.test.ts',
  'lib/{app/settings,format,inspect,interface,reference,vehicles}/**/*.test.ts',
  'lib/api/{contract,queries}/**/*.test.ts',
  'lib/app/!(compose|log|metrics|standard-error).test.ts',
  'lib/live/**/!(redis-*).test.ts',
]

/** The same, on databases, sockets and files: their code is loaded once a process, which saves a third of the time. */
const STORED = [
  'lib/{auth,city,fleet,recording,store,testing,upstream,webhooks}/**/*.test.ts',
  'lib/api/{client,http,routes}/**/*.test.ts',
  'lib/app/worker-thread/*.test.ts',
  'lib/app/{compose,log,metrics,standard-error}.test.ts',
  'lib/live/cluster/redis-*.test.ts',
  'lib/server/*/**/*.test.ts',
  'lib/server/!(serve).test.ts',
  'lib/app/parts/*/**/*.test.ts',
]

/** Creating a database takes tens of seconds on a busy machine. */
const SLOW_MS = 240_000

/** Names of projects, in order: the last has the shortest files, so that all workers end together. */
const PROJECTS = ['stored', 'isolated', 'stateless']

/** Files that take ten seconds or more, mostly waiting. */
const LONGEST = ['lib/live/cluster/redis-nodes.test.ts', 'lib/store/pglite.test.ts']

/** Starts the longest test files first: one that is started last leaves the other workers idle. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const place = ({ moduleId, project }: TestSpecification) => {
      const index = LONGEST.findIndex((path) => moduleId.endsWith(path))
      return PROJECTS.indexOf(project.name) * 100 + (index < 0 ? LONGEST.length : index)
    }
    return sorted.toSorted((a, b) => place(a) - place(b))
  }
}

export default defineConfig({
  resolve: {
    alias: { '@': fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '') },
  },
  test: {
    testTimeout: 60_000,
    hookTimeout: SLOW_MS,
    // A test that passes at the second attempt is named: docs/decisions/081-time-of-the-tests.md.
    retry: process.env.CI ? 1 : 0,
    // One more than the cores: about half of the tests wait for servers and databases.
    maxWorkers: availableParallelism() + 1,
    execArgv: SHORT_LIVED,
    sequence: { sequencer: LongestFirst },
    // Its default of one second depends on how busy the machine is.
    expect: { poll: { timeout: 30_000 } },
    projects: [
      { extends: true, test: { name: 'stateless', include: STATELESS, isolate: false } },
      {
        extends: true,
        test: { name: 'stored', include: STORED, isolate: false, testTimeout: SLOW_MS },
      },
      {
        extends: true,
        test: { name: 'isolated', include: [ALL], exclude: [...STATELESS, ...STORED] },
      },
    ],
  },
})
