import { expect, test } from 'vitest'
import { asObserver, createDirectory } from '@/lib/fleet/directory/directory'
import { createDemoFleet } from '@/lib/reference/demo/demo-fleet'
import { createReferenceService } from '@/lib/reference/service'
import { clientOf, KEY } from '@/lib/testing/servers'
import { learnEmbedded } from './demo'

test('the names of the embedded service are there with its first list, without a call', async () => {
  const centre = { lat: -34.9, lng: -56.2 }
  const fleet = createDemoFleet({ centre, vehicles: 200 })
  const answer = createReferenceService({ fleet, keys: [{ key: KEY }] })
  const paths: string[] = []
  const directory = createDirectory()
  const client = clientOf('http://reference.localhost', {
    send: (request) => {
      paths.push(new URL(request.url).pathname)
      return answer(request)
    },
    vehicles: learnEmbedded(asObserver(directory), directory, fleet, Date.now),
  })
  const { data } = await client.searchVehicles({
    position: centre,
    radius: 20_000,
    limit: 100,
    cursor: null,
    type: null,
  })
  const names = data.vehicles.map(({ id }) => directory.entryOf(id)?.our_ref)
  expect(names).not.toContain(undefined)
  expect(names.length).toBeGreaterThan(0)
  expect(paths).toEqual(['/api/beta/vehicles'])
})
