import { type Clock, systemClock } from './clock'
import { projectFolder } from './env-files'
import { createLog, standardError } from './log'
import { createMetrics } from './metrics'
import type { Settings } from './settings/read-settings'
import { version } from './version'

/** The world outside of this process, which tests replace. */
export interface Outside {
  readonly clock: Clock
  readonly logTo: Parameters<typeof createLog>[1]
  /** Folder of package.json. */
  readonly root: string
  /** In place of the network. */
  readonly send?: (request: Request) => Promise<Response>
}

export const realWorld = (): Outside => ({
  clock: systemClock,
  logTo: standardError(),
  root: projectFolder,
})

/** Opens on first use. A failure is forgotten: the next use tries again. */
export function once<T>(open: () => Promise<T>) {
  let opened: Promise<T> | null = null
  const use = () => {
    opened ??= open().catch((error: unknown) => {
      opened = null
      throw error
    })
    return opened
  }
  return Object.assign(use, {
    /** The one that is open; null when none is. */
    current: async () => (await opened?.catch(() => null)) ?? null,
  })
}

export type Context = ReturnType<typeof createContext>

export function createContext(settings: Settings, { clock, logTo, root }: Outside) {
  const log = createLog(settings.LOG_LEVEL, logTo)
  const stops: (() => Promise<void>)[] = []
  return {
    settings,
    clock,
    root,
    log,
    version,
    metrics: createMetrics(version),
    warn: (event: string) => (message: string) => log('warn', { event, message }),
    fault: (event: string) => (message: string) => log('error', { event, message }),
    /** Has work done at a stop, before the store is closed; work named last comes first. */
    beforeStop: (work: () => Promise<void>) => void stops.unshift(work),
    every(ms: number, work: () => void): () => void {
      const timer = setInterval(work, ms).unref()
      return () => clearInterval(timer)
    },
    async runStops() {
      for (const stop of stops.splice(0)) await stop().catch(() => undefined)
    },
  }
}
