import type { Browser, Page } from '@playwright/test'

/** Milliseconds of a main-thread task. */
export interface Task {
  readonly ms: number
  /** Of the processor: less where others had it. */
  readonly processorMs: number
}

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  readonly dur?: number
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

/** Runs work in a page, and lists the tasks of its main thread meanwhile. */
export async function traceTasks(browser: Browser, page: Page, work: () => Promise<void>): Promise<Task[]> {
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] })
  await work()
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
  const mains = trace.traceEvents.filter(
    ({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain',
  )
  const isMain = ({ pid, tid }: TraceEvent) => mains.some((main) => main.pid === pid && main.tid === tid)
  return trace.traceEvents
    .filter((event) => event.ph === 'X' && event.name.endsWith('RunTask') && isMain(event))
    .map(({ dur = 0, tdur = 0 }) => ({ ms: dur / 1000, processorMs: tdur / 1000 }))
}
