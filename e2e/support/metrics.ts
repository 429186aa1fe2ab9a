import type { StartedProcess } from './dashboard'

/** The metrics of a dashboard with METRICS_PORT, as text. */
export async function readMetrics({ output }: StartedProcess): Promise<string> {
  const url = /^Metrics at (\S+)$/m.exec(output())?.[1]
  if (!url) throw new Error('The dashboard printed no address of its metrics')
  return (await fetch(url)).text()
}

interface Measured {
  readonly process: StartedProcess
}

/** One of the gauges of a dashboard with METRICS_PORT. */
export async function readGauge({ process }: Measured, name: string): Promise<number> {
  const value = new RegExp(`^${name} (\\d+)$`, 'm').exec(await readMetrics(process))?.[1]
  if (value === undefined) throw new Error(`The metrics have no ${name}`)
  return Number(value)
}

/** Open streams that read an area. */
export const countStreams = (dashboard: Measured) => readGauge(dashboard, 'kerbside_live_readers')
