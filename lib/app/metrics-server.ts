import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Metrics } from '@/lib/app/metrics'
import { listenFault } from '@/lib/app/settings/listen-address'

// This machine only: monitoring runs on the same machine, and the figures are internal.
const HOST = '127.0.0.1'

/** Serves the metrics in Prometheus' text format at /metrics. @throws ConfigError */
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
    server.once('error', (error) =>
      reject(listenFault({ host: HOST, port }, error, 'METRICS_PORT')),
    )
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
