import { destination } from 'pino'
import { createLog, LOG_LEVELS, type Log, type LogLevel } from '@/lib/observability/log'
import { createMetrics, type Metrics } from '@/lib/observability/metrics'

// On globalThis: the server's own code and each of Next's bundles hold a copy of this module, but one process has
// one log and one set of counters.
const shared = globalThis as typeof globalThis & { kerbsideLog?: Log; kerbsideMetrics?: Metrics }

const STDERR = 2

/** The process's log, on standard error. @throws RangeError when LOG_LEVEL is none */
export function processLog(): Log {
  shared.kerbsideLog ??= createLog(readLevel(process.env.LOG_LEVEL?.trim() || 'info'), destination(STDERR))
  return shared.kerbsideLog
}

export function processMetrics(): Metrics {
  shared.kerbsideMetrics ??= createMetrics()
  return shared.kerbsideMetrics
}

function readLevel(text: string): LogLevel {
  const level = LOG_LEVELS.find((one) => one === text)
  if (!level) {
    throw new RangeError(`LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}; it is ${JSON.stringify(text)}`)
  }
  return level
}
