import { expect, test } from 'vitest'
import type { RecordedPiece } from '@/lib/recording/pieces'
import { seededRandom } from '@/lib/testing/maps/held-out-houses'
import { piecesOf, recorded, second } from '@/lib/testing/recording/recorded-pieces'
import { vehicle } from '@/lib/testing/vehicles'
import { readTrail } from '@/lib/trail/legs'
import { DEFAULT_STOP_MINUTES, STOP_METRES } from '@/lib/trail/stops'
import { stretchTracks } from './stretch-tracks'
import { vehicleTrail } from './vehicle-trail'

const RULE = { metres: STOP_METRES, ms: DEFAULT_STOP_MINUTES * 60_000 }
const IDS = ['a', 'b', 'c', 'd']

/** Vehicles that move, stand, come, go and lose their positions, with gaps and failures of the service. */
function randomHistory(seed: number): RecordedPiece[] {
  const below = seededRandom(seed)
  const positionOf = () => (below(8) === 0 ? null : { lat: 51.5 + below(4) / 1_000, lng: -0.1 })
  let listed = new Set<string>()
  const whole = (at: number) => {
    listed = new Set(IDS.filter(() => below(4) > 0))
    return recorded.whole(
      at,
      [...listed].map((id) => vehicle(id, { position: positionOf(), mtime: `m${at}` })),
    )
  }
  const pieces: RecordedPiece[] = [whole(0)]
  for (let at = 5; at < 400; at += 5) {
    const what = below(20)
    const id = IDS[below(IDS.length)] as string
    if (what === 0) pieces.push(recorded.gap(at - 5, at), whole(at))
    else if (what === 1) pieces.push(recorded.failing(at))
    else if (what === 2 && listed.delete(id)) pieces.push(recorded.removed(at, id))
    else if (!listed.has(id)) {
      listed.add(id)
      pieces.push(recorded.list(at, vehicle(id, { position: positionOf(), mtime: `m${at}` })))
    } else if (what < 12) pieces.push(recorded.list(at, { id, position: positionOf(), mtime: `m${at}` }))
    else pieces.push(recorded.list(at))
  }
  return pieces
}

test.each(Array.from({ length: 50 }, (_, n) => n * 131 + 7))(
  'history %i: each vehicle has the trail that it has alone',
  async (seed) => {
    const pieces = randomHistory(seed)
    const tracks = await stretchTracks(piecesOf(...pieces), 1_000)
    expect(tracks?.length).toBeGreaterThan(0)
    for (const { id, trail } of tracks ?? []) {
      const { parts } = await vehicleTrail(piecesOf(...pieces), id)
      const alone = readTrail(parts, RULE)
      expect(trail.pieces).toEqual(alone.pieces)
      // Before it was first listed, a vehicle is not known to exist.
      const later = (legs: typeof alone.legs) => {
        const first = legs.findIndex(({ kind }) => kind !== 'break')
        return legs.slice(Math.max(0, first))
      }
      expect(later(trail.legs)).toEqual(later(alone.legs))
    }
  },
)

test('names are those that were read at any time; more points than allowed are none', async () => {
  const directory = { our_ref: 'Bay 4', licence_plate: null, active_booking_id: null }
  const pieces = () =>
    piecesOf(
      recorded.whole(0, [vehicle('a', { directory })]),
      recorded.list(5, { id: 'a', position: { lat: 51.5001, lng: -0.1 } }),
      recorded.removed(10, 'a'),
    )
  const [track] = (await stretchTracks(pieces(), 2)) ?? []
  expect(track).toMatchObject({ id: 'a', ourRef: 'Bay 4', licencePlate: null })
  expect(track?.trail.pieces[0]?.points.map(({ atMs }) => atMs)).toEqual([second(0), second(5)])
  expect(await stretchTracks(pieces(), 1)).toBeNull()
})
