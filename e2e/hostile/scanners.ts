import type { SuiteOptions, SuitePart } from '@/e2e/runner/suite'
import type { ResultRow } from '@/e2e/runner/table'
import { startProcess } from '@/e2e/support/dashboard'
import { openService } from '@/e2e/support/service'
import { thisMachine } from '@/e2e/support/this-machine'
import { findCommand } from '@/lib/testing/services/find-command'
import { provideCommands } from '@/lib/testing/services/provide-servers'
import { runSqlmap } from './scanner-sqlmap'
import { runWapiti } from './scanner-wapiti'

/** Findings of wapiti and sqlmap on a dashboard without sign-in, and on one before a sign-in. */
export const scanners: SuitePart = async ({ quick, log }) => {
  const machine = thisMachine(log)
  await provideCommands(machine, ['wapiti', 'sqlmap'])
  const service = await openService({ vehicles: 200 })
  const scan = (signIn: 'off' | 'on') =>
    scanDashboard({ ...service.env, KERBSIDE_AUTH: signIn, TRUSTED_PROXY: '127.0.0.1' }, { quick, log })
  try {
    const rows = quick ? await Promise.all([scan('off'), scan('on')]) : [await scan('off'), await scan('on')]
    return { title: 'Security scanners', rows: rows.flat() }
  } finally {
    await service.stop()
  }
}

async function scanDashboard(
  env: Readonly<Record<string, string>>,
  { quick, log }: Pick<SuiteOptions, 'quick' | 'log'>,
): Promise<ResultRow[]> {
  const dashboard = startProcess(env)
  const rows: ResultRow[] = []
  try {
    const target = { url: await dashboard.url, signsIn: env.KERBSIDE_AUTH === 'on', quick, log }
    for (const [name, run] of Object.entries({ wapiti: runWapiti, sqlmap: runSqlmap })) {
      const path = findCommand(name)
      if (path) rows.push({ ...(await run(path, target)), wanted: '0' })
      else rows.push({ what: name, reached: 'not installed', wanted: null, met: null })
    }
  } finally {
    await dashboard.stop()
  }
  return rows
}
