import { startProcess } from '@/e2e/support/dashboard'
import { openService } from '@/e2e/support/service'
import { findCommand } from '@/lib/testing/services/find-command'
import { runSqlmap } from './scanner-sqlmap'
import { runWapiti } from './scanner-wapiti'
import type { HostilePart, HostileRow } from './table'

/** What an attacker's own programs find: where nobody signs in, and before a sign-in. */
export const scanners: HostilePart = async ({ quick, log }) => {
  if (quick) {
    log('the quick form leaves wapiti and sqlmap out')
    return []
  }
  const service = await openService({ vehicles: 200 })
  const rows: HostileRow[] = []
  try {
    for (const signIn of ['off', 'on'] as const) {
      const dashboard = startProcess({ ...service.env, KERBSIDE_AUTH: signIn })
      try {
        const target = { url: await dashboard.url, signsIn: signIn === 'on', log }
        for (const [name, run] of Object.entries({ wapiti: runWapiti, sqlmap: runSqlmap })) {
          const path = findCommand(name)
          if (path) rows.push({ ...(await run(path, target)), wanted: '0' })
          else log(`${name} is not installed here: what it finds is left out`)
        }
      } finally {
        await dashboard.stop()
      }
    }
  } finally {
    await service.stop()
  }
  return rows
}
