import { type DestinationStream, pino } from 'pino'
import type { Settings } from '@/lib/app/settings/read-settings'

/** All fields of a log line: others cannot be logged, not even by mistake. */
export interface LogFields {
  /** One word: `request`, `upstream`, `internal`. */
  readonly event: string
  readonly requestId?: string
  readonly method?: string
  /** The route's template, never the URL, which may hold a reference, an id or a position. */
  readonly route?: string
  readonly status?: number
  readonly ms?: number
  readonly kind?: string
  /** Kerbside's own text. */
  readonly message?: string
}

const ALLOWED = [
  'event',
  'requestId',
  'method',
  'route',
  'status',
  'ms',
  'kind',
  'message',
] as const

const LONGEST_TEXT = 500

type LogLevel = Settings['LOG_LEVEL']
type Level = Exclude<LogLevel, 'silent'>

export type Log = (level: Level, fields: LogFields) => void

/** One JSON object per line, with `level` and `time` (ISO 8601, UTC). */
export function createLog(level: LogLevel, destination: DestinationStream): Log {
  const logger = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    destination,
  )
  return (at, fields) => logger[at](allowedFields(fields))
}

function allowedFields(fields: LogFields): Record<string, string | number> {
  const allowed: Record<string, string | number> = {}
  for (const name of ALLOWED) {
    const value = fields[name]
    if (value === undefined) continue
    allowed[name] = typeof value === 'string' ? oneLine(value) : value
  }
  return allowed
}

// Control characters could forge a log line or drive a terminal.
function oneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ').slice(0, LONGEST_TEXT)
}

/** Characters that wait for the reader of a full pipe; later lines are dropped and counted. */
const WAITING_MAXIMUM = 1_000_000

interface LogStream {
  readonly writableLength: number
  write(text: string): unknown
  on(event: 'error', listener: () => void): unknown
}

/**
 * Writes log lines to standard error without ever waiting for it: pino's own destination holds up
 * the end of the process until a full pipe is read.
 */
export function standardError(stream: LogStream = process.stderr): DestinationStream {
  let dropped = 0
  // A pipe without a reader, or a full disk: there is no other place to report it.
  stream.on('error', () => undefined)
  return {
    write(line) {
      if (stream.writableLength > WAITING_MAXIMUM) {
        dropped++
        return
      }
      if (dropped > 0) stream.write(droppedLine(dropped))
      dropped = 0
      stream.write(line)
    },
  }
}

function droppedLine(count: number): string {
  const line = {
    level: 'warn',
    time: new Date().toISOString(),
    event: 'log',
    message: `standard error was not read in time: ${count} lines are missing here`,
  }
  return `${JSON.stringify(line)}\n`
}
