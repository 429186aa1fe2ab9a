import { parseArgs } from 'node:util'
import type { BrowserContext, Page } from '@playwright/test'
import { startProcess } from '@/e2e/dashboard'
import { openFaultUpstream } from '@/e2e/fault-upstream'
import { openContext } from '@/e2e/hostile/browser'
import { type FaultName, faults, isFaultName } from './catalogue'

/*
 * `npm run test:faults -- [--quick] [fault …]`: each fault against a running dashboard that a browser looks at.
 * What was shown before has to be shown while the fault lasts, and the view has to be live again within 20 s of its end.
 */

const LASTS_MS = 8_000
const RECOVERY_MS = 20_000

// Pauses that are kept although the service is well again: 30 s after a rejected key, or as long as it asked for.
const longerPauses: Partial<Record<FaultName, number>> = {
  '401': 45_000,
  'key-rotated': 45_000,
  '429-far': 0,
}
const AT_A_TIME = 3
const QUICK: readonly FaultName[] = [
  'connection-refused',
  'slow-body',
  '401',
  '429-seconds',
  '500',
  'gzip-bomb',
  'page-two-fails',
]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: Boolean(process.env.CI) } },
})
const all = Object.keys(faults) as FaultName[]
const chosen = positionals.length > 0 ? positionals.filter(isFaultName) : values.quick ? QUICK : all
const log = (line: string) => void process.stderr.write(`${line}\n`)

interface Outcome {
  readonly name: FaultName
  readonly fault: string | null
}

const browser = await openContext(log)
const outcomes: Outcome[] = []
const queue = chosen.values()
try {
  await Promise.all(
    Array.from({ length: AT_A_TIME }, async () => {
      for (const name of queue) {
        const fault = await play(browser.context, name)
        outcomes.push({ name, fault })
        log(`${name}: ${fault ?? 'as specified'}`)
      }
    }),
  )
} finally {
  await browser.close()
}
const rows = new Set(outcomes.map(({ name }) => faults[name].row))
const failed = outcomes.filter(({ fault }) => fault !== null)
process.stdout.write(
  `| | reached | wanted |\n|---|---|---|\n| faults of the service, of ${rows.size} rows, that a browser survives with all it showed, and recovers from within 20 s | ${outcomes.length - failed.length} of ${outcomes.length} | all |\n`,
)
if (failed.length > 0 || outcomes.length === 0) process.exitCode = 1

/** @returns what was wrong, or null */
async function play(context: BrowserContext, name: FaultName): Promise<string | null> {
  await using service = await openFaultUpstream()
  const dashboard = startProcess(service.env)
  const page = await context.newPage()
  try {
    await page.goto(await dashboard.url)
    const before = await shownIds(page)
    await service.setFault(name)
    await page.waitForTimeout(LASTS_MS)
    const kept = await shownIds(page)
    const lost = before.filter((id) => !kept.includes(id))
    // The first rows may change places while vehicles move; an empty or much shorter list is a loss.
    if (kept.length < before.length / 2) return `of ${before.length} rows ${kept.length} were left`
    const failing = faults[name].row <= 24 && lost.length > before.length / 2
    if (failing) return `${lost.length} of ${before.length} rows were other vehicles`
    await service.setFault(null)
    const recoveryMs = longerPauses[name] ?? RECOVERY_MS
    if (recoveryMs === 0) return null
    await page
      .getByText(/^Live, as of [0-4]s ago$/)
      .first()
      .waitFor({ timeout: recoveryMs })
    await page.locator('main [role=alert]').first().waitFor({ state: 'hidden', timeout: RECOVERY_MS })
    return null
  } catch (error) {
    return String(error).split('\n').slice(0, 4).join(' ')
  } finally {
    await page.close()
    await dashboard.stop()
  }
}

async function shownIds(page: Page): Promise<string[]> {
  const options = page.getByRole('listbox').getByRole('option')
  await options.first().waitFor()
  // Without its age, which goes on.
  return options.evaluateAll((rows) =>
    rows.map((row) => row.getAttribute('aria-label')?.replace(/, [^,]* ago$/, '') ?? ''),
  )
}
