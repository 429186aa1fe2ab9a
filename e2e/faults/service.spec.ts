import { writeFile } from 'node:fs/promises'
import { test } from '@/e2e/support/fixtures'
import { type FaultName, faults } from '@/lib/testing/fault-upstream/catalogue'
import { openFaultUpstream } from '@/lib/testing/fault-upstream/fault-upstream'
import { fleet, runFaultScenario, WITHOUT_READER, type Words } from './fault-scenario'

/** The rows of the table of faults that a service can cause. */

const names = Object.keys(faults) as FaultName[]

/** One fault of each row; the others are @long. */
const short = new Set(new Map(names.toReversed().map((name) => [faults[name].row, name])).values())

const words: Partial<Record<FaultName, Words>> = {
  '400': { map: /^The service answered 400: “the service’s own words”$/ },
  '401': { map: /Contact your administrator/, record: /Contact your administrator/ },
  '429-seconds': { map: /Paused until \d\d:\d\d:\d\d/ },
  '429-far': { map: /Paused until \d\d:\d\d:\d\d/, record: /Paused until \d\d:\d\d:\d\d/ },
  'row-without-id': { details: /left out: without a readable id/ },
  'rows-without-id': { details: /left out: without a readable id/ },
  'cursor-object': { map: /list broke off and may be incomplete/ },
  'cursor-endless': { map: /list broke off and may be incomplete/ },
  'missing-fields': { record: /^—$/ },
  'wrong-types': { details: /with an unreadable value/ },
  'off-the-earth': {
    record: /No valid position right now\. The grey marker shows its position at/,
  },
  'infinite-position': {
    record: /No valid position right now\. The grey marker shows its position at/,
  },
  'cursor-repeats': { map: /the list may be incomplete/ },
  'endless-pages': { map: /^Only the first [\d,]+ of about [\d,]+ are loaded/ },
  'page-two-fails': { map: /last refresh failed/ },
  'clock-ahead': { record: /clock ahead/ },
  'unreadable-date': { record: /^Seen \d+s ago/ },
  'unknown-words': { map: /levitating/i, record: /levitating/i },
}

// The service's Retry-After outlasts the test.
const withoutRecovery = new Set<FaultName>(['429-far'])

for (const name of names) {
  const { row } = faults[name]
  test(
    `row ${row}: ${name}`,
    { tag: short.has(name) ? [] : '@long' },
    async ({ context, startDashboard, consoleErrors }, info) => {
      consoleErrors.allow(/status of (404|422|50[234])/)
      await using service = await openFaultUpstream({ fleet })
      const keyFile = info.outputPath('key')
      await writeFile(keyFile, service.env.SERVICE_API_KEY)
      const dashboard = await startDashboard({
        ...service.env,
        ...WITHOUT_READER,
        SERVICE_API_KEY: '',
        SERVICE_API_KEY_FILE: keyFile,
        // The page cap is reached in time.
        LIVE_VEHICLES_MAXIMUM: '2000',
      })
      await runFaultScenario({
        context,
        dashboard,
        outcomes: faults[name],
        words: words[name],
        begin: () => service.setFault(name),
        // A rotated key stays rotated: the administrator writes the new one, without a restart.
        end: () =>
          name === 'key-rotated'
            ? writeFile(keyFile, `${service.env.SERVICE_API_KEY}-rotated`)
            : service.setFault(null),
        recovers: !withoutRecovery.has(name),
      })
    },
  )
}
