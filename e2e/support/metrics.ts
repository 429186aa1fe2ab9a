import type { StartedProcess } from './dashboard'

/** The metrics of a dashboard with METRICS_PORT, as text. */
export async function readMetrics({ output }: StartedProcess): Promise<string> {
  const url = /^Metrics at (\S+)$/m.exec(output())?.[1]
  if (!url) throw new Error('The dashboard printed no address of its metrics')
  return (await fetch(url)).text()
}

/** Live streams that are open on a dashboard with METRICS_PORT. */
export async function countStreams({ process }: { readonly process: StartedProcess }): Promise<number> {
  const count = /^kerbside_live_readers (\d+)$/m.exec(await readMetrics(process))?.[1]
  if (count === undefined) throw new Error('The metrics have no kerbside_live_readers')
  return Number(count)
}
