import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Metrics } from '@/lib/app/metrics'
import { type Address, listenFault, urlOf } from '@/lib/app/settings/listen-address'

/** Serves the metrics in Prometheus' text format at /metrics. @throws ConfigError */
export async function openMetrics(metrics: Metrics, address: Address) {
  const server = createServer(async (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    const text = await metrics.registry.metrics()
    response.writeHead(200, { 'content-type': metrics.registry.contentType }).end(text)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(listenFault(address, error, 'METRICS_PORT')))
    server.listen(address.port, address.host, resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `${urlOf({ host: address.host, port })}/metrics`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
