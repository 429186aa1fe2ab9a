import { createLog, type Log } from '@/lib/app/log'
import { createMetrics, type Metrics } from '@/lib/app/metrics'
import { standardError } from '@/lib/app/standard-error'
import { processSettings } from './settings'

// On globalThis: the server's own code and each of Next's bundles hold a copy of this module, but one process has
// one log and one set of counters.
const shared = globalThis as typeof globalThis & { kerbsideLog?: Log; kerbsideMetrics?: Metrics }

/** The process's log, on standard error. @throws ConfigError */
export function processLog(): Log {
  shared.kerbsideLog ??= createLog(processSettings().logLevel, standardError())
  return shared.kerbsideLog
}

export function processMetrics(): Metrics {
  shared.kerbsideMetrics ??= createMetrics()
  return shared.kerbsideMetrics
}
