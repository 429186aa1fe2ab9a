import type { StartedProcess } from './dashboard'

/** All that a dashboard with METRICS_PORT says to its administrator's monitoring. */
export async function readMetrics({ output }: StartedProcess): Promise<string> {
  const url = /^Metrics at (\S+)$/m.exec(output())?.[1]
  if (!url) throw new Error('The dashboard printed no address of its metrics')
  return (await fetch(url)).text()
}
