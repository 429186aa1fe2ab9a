import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { listenFault } from '@/lib/config/listen-address'
import type { Metrics } from '@/lib/observability/metrics'
import { StartError } from './start-error'

// This machine only: monitoring runs beside the server, and the figures are nobody else's.
const HOST = '127.0.0.1'

/** Reads METRICS_PORT. @returns null when it is not set @throws StartError */
export function readMetricsPort(env: Readonly<Record<string, string | undefined>>): number | null {
  const text = env.METRICS_PORT?.trim()
  if (!text) return null
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65535) {
    throw new StartError(`METRICS_PORT must be a whole number from 0 to 65535; it is ${JSON.stringify(text)}`)
  }
  return Number(text)
}

/** Serves the metrics in Prometheus' text format at /metrics. @throws StartError */
export async function openMetrics(metrics: Metrics, port: number) {
  const server = createServer(async (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    const text = await metrics.registry.metrics()
    response.writeHead(200, { 'content-type': metrics.registry.contentType }).end(text)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(listenFault({ host: HOST, port }, error, 'METRICS_PORT')))
    server.listen(port, HOST, resolve)
  })
  return {
    url: `http://${HOST}:${(server.address() as AddressInfo).port}/metrics`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
