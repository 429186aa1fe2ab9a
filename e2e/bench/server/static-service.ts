import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { vehicle } from '@/lib/testing/vehicles'

const PAGE = 100
/** A search with a smaller radius, in metres, is answered with one page. */
const LARGE_METRES = 1000

/** A service whose every large area has all its vehicles, in pages made before: it costs next to nothing to answer. */
export interface StaticService {
  readonly url: string
  /** Calls since the last call of this. */
  take(): number
  close(): Promise<void>
}

export async function openStaticService(vehicles: number): Promise<StaticService> {
  const pages = Array.from({ length: vehicles / PAGE }, (_, page) => {
    const rows = Array.from({ length: PAGE }, (_, n) => vehicle(`v-${page * PAGE + n}`))
    const next = page + 1 < vehicles / PAGE ? { next_cursor: String(page + 1) } : {}
    return Buffer.from(JSON.stringify({ vehicles: rows, total: vehicles, ...next }))
  })
  const small = Buffer.from(JSON.stringify({ vehicles: [vehicle('v-0')] }))
  let calls = 0
  const server = createServer((request, response) => {
    calls++
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://service')
    response.setHeader('content-type', 'application/json')
    if (!pathname.endsWith('/vehicles')) {
      response.end(JSON.stringify({ id: pathname.split('/').at(-1) }))
    } else if (Number(searchParams.get('radius')) < LARGE_METRES) response.end(small)
    else response.end(pages[Number(searchParams.get('cursor') ?? 0)])
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    take() {
      const taken = calls
      calls = 0
      return taken
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
