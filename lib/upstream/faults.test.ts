import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDemoFleet } from '@/lib/reference/demo/demo-fleet'
import { type FaultName, faults } from '@/lib/testing/fault-upstream/catalogue'
import { type FaultUpstream, openFaultUpstream } from '@/lib/testing/fault-upstream/fault-upstream'
import { clientOf, shortTimeouts } from '@/lib/testing/servers'
import { fixedKey } from '@/lib/upstream/http/key-source'
import { UpstreamError } from './upstream-error'

/** Every fault on a real socket, and the client's outcome. Rows: docs/reliability.md. */

const fleet = createDemoFleet({ centre: { lat: 51.509865, lng: -0.118092 }, vehicles: 200 })
const id = fleet.record(7, Date.now()).id
const search = { position: fleet.centre, radius: 20_000, limit: 20, type: null, cursor: null }

let service: FaultUpstream
beforeAll(async () => {
  service = await openFaultUpstream({ fleet })
})
afterAll(() => service[Symbol.asyncDispose]())

const kindOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'answered',
    (error: unknown) => {
      if (error instanceof UpstreamError) return error.kind
      throw error
    },
  )

// A new client per call: one fault must not close the gate for the next.
const client = (totalMs = 1500) =>
  clientOf(service.url, { key: fixedKey('fault-key'), timeouts: shortTimeouts({ totalMs }) })

describe.each(Object.keys(faults) as FaultName[])('%s', (name) => {
  // Shorter limits than Kerbside's: an answer that is late but in time would be too late here.
  const { list, record } = faults[name === 'late-answer' ? 'slow-headers' : name]

  const totalMs = list === 'upstream-timeout' ? 400 : 1500

  it(`leaves the list ${list} and a record ${record}, and is over when it ends`, async () => {
    await service.setFault(name)
    expect(await kindOf(client(totalMs).searchVehicles(search))).toBe(list)
    await service.setFault(name)
    expect(await kindOf(client(totalMs).getVehicle(id))).toBe(record)
    await service.setFault(null)
    const { data } = await client().searchVehicles(search)
    expect(data.vehicles).toHaveLength(20)
  })
})

it('each row of the table is played here, or where it is about the network and Kerbside’s own parts', async () => {
  const numbersIn = async (path: string, pattern: RegExp) =>
    Array.from((await readFile(path, 'utf8')).matchAll(pattern), ([, row]) => Number(row))
  const elsewhere = await numbersIn('e2e/faults/surroundings.spec.ts', /^test\('row (\d+):/gm)
  const played = new Set([...Object.values(faults).map(({ row }) => row), ...elsewhere])
  const rows = await numbersIn('docs/reliability.md', /^\| (\d+) \|/gm)
  expect([...played].sort((a, b) => a - b)).toEqual(rows)
})
