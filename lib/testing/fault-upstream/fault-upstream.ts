import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createDemoFleet } from '@/lib/reference/demo/demo-fleet'
import type { Fleet } from '@/lib/reference/fleets/fleet'
import { createReferenceService } from '@/lib/reference/service'
import { type FaultName, faults } from './catalogue'
import { type Play, type Reply, writeReal } from './reply'

export type FaultUpstream = Awaited<ReturnType<typeof openFaultUpstream>>

const END_OF_HEAD = '\r\n\r\n'
const CENTRE = { lat: 51.509865, lng: -0.118092 }

/**
 * Reads the requests of a HTTP/1.1 connection, which have no bodies, without Node's parser: the log
 * holds the bytes as they were sent.
 */
function requestReader(onRequest: (bytes: Buffer, request: Request) => unknown) {
  let pending = Buffer.alloc(0)
  return async (chunk: Buffer): Promise<void> => {
    pending = Buffer.concat([pending, chunk])
    for (let end = pending.indexOf(END_OF_HEAD); end >= 0; end = pending.indexOf(END_OF_HEAD)) {
      const bytes = pending.subarray(0, end + END_OF_HEAD.length)
      pending = pending.subarray(bytes.length)
      await onRequest(bytes, parse(bytes.toString('latin1')))
    }
  }
}

function parse(head: string): Request {
  const [line = '', ...lines] = head.trimEnd().split('\r\n')
  const [method, target] = line.split(' ')
  const headers = new Headers()
  for (const field of lines) {
    const colon = field.indexOf(':')
    headers.append(field.slice(0, colon), field.slice(colon + 1).trim())
  }
  return new Request(new URL(`http://localhost${target}`), { method, headers })
}

/**
 * A booking service on a raw socket that plays one fault at a time; without one it
 * answers as the reference does.
 */
export async function openFaultUpstream(
  options: {
    /** 0 takes any free one. */
    port?: number
    key?: string
    fleet?: Fleet
    fault?: FaultName | null
    /** Called with each request, byte for byte. */
    onRequest?: (bytes: Buffer) => void
  } = {},
) {
  const { key = 'fault-key', fleet = createDemoFleet({ centre: CENTRE, vehicles: 1500 }) } = options
  const right = createReferenceService({ fleet, keys: [{ key }] })
  const rotated = createReferenceService({ fleet, keys: [{ key: `${key}-rotated` }] })
  const requests: Buffer[] = []
  const sockets = new Set<Socket>()
  let fault: FaultName | null = options.fault ?? null
  let played = 0

  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('close', () => sockets.delete(socket))
    const read = requestReader((bytes, request) => {
      requests.push(bytes)
      options.onRequest?.(bytes)
      played++
      const service = fault === 'key-rotated' ? rotated : right
      const play: Play = (fault && faults[fault].play) ?? writeReal
      const url = new URL(request.url)
      const real: Reply['real'] = ({ firstPage } = { firstPage: false }) => {
        if (!firstPage) return service(request.clone())
        const first = new URL(url)
        first.searchParams.delete('cursor')
        return service(new Request(first, { headers: request.headers }))
      }
      return play({ socket, url, nth: played, real })
    })
    socket.on('data', (chunk) => read(chunk).catch(() => socket.destroy()))
  })
  const listen = (port: number) => once(server.listen(port, '127.0.0.1'), 'listening')
  await listen(options.port ?? 0)
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`

  async function stopListening(): Promise<void> {
    const closed = new Promise((resolve) => server.close(resolve))
    for (const socket of sockets) socket.destroy()
    await closed
  }

  async function setFault(name: FaultName | null): Promise<void> {
    fault = name
    played = 0
    if (server.listening) await stopListening()
    if (name !== 'connection-refused') await listen(port)
  }

  if (fault === 'connection-refused') await setFault(fault)
  return {
    url,
    /** Variables that point a dashboard at it. */
    env: { SERVICE_BASE_URL: url, SERVICE_API_KEY: key, KERBSIDE_AUTH: 'off' },
    /** Every request so far, byte for byte. */
    requests: requests as readonly Buffer[],
    /** Null plays none. Ends open connections, so that the fault takes effect at once. */
    setFault,
    async [Symbol.asyncDispose]() {
      if (server.listening) await stopListening()
    },
  }
}
