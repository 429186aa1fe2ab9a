import { startAgain } from '../build/build-inputs.js'
import { runEntry } from '../build/run-entry.js'

// glibc reads its thresholds when a process starts (decision 065).
const { env, platform } = process
const thresholds = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '65536' }
if (platform === 'linux' && env.MALLOC_ARENA_MAX === undefined)
  startAgain?.({ ...thresholds, ...env })

await runEntry('start', { isFromSource: process.argv.includes('--dev') })
