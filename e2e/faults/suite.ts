import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { none, type Suite, type SuitePart } from '@/e2e/runner/suite'

const ROOT = join(import.meta.dirname, '..', '..')

/** Each row of the table of faults in Chromium; the quick form plays one fault of each row. */
const rows: SuitePart = async ({ quick }) => {
  const child = spawn(
    join(ROOT, 'node_modules', '.bin', 'playwright'),
    [
      'test',
      '--config=e2e/playwright.config.ts',
      '--project=faults',
      ...(quick ? ['--grep-invert=@long'] : []),
    ],
    // The table alone goes to standard output.
    { cwd: ROOT, stdio: ['ignore', 2, 'inherit'] },
  )
  const [code] = await once(child, 'close')
  const what =
    'runs of faults that are not answered as specified, or lose in Chromium what was shown before'
  return { title: 'Faults', rows: [none(what, code === 0 ? 0 : 1)] }
}

export const faults: Suite = { parts: { rows } }
