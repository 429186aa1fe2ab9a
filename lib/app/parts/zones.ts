import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { Home } from '@/lib/api/contract/desk'
import type { NewZone } from '@/lib/api/contract/zones'
import type { Context } from '@/lib/app/context'
import type { Roads } from '@/lib/city/roads/roads'
import { bookingStage } from '@/lib/format/status/booking-status'
import { readPosition } from '@/lib/interface/position'
import type { Position } from '@/lib/interface/resources'
import type { LiveAreas } from '@/lib/live/areas'
import { CITY_CENTRE } from '@/lib/reference/city/load-city'
import type { ArrivedBooking } from '@/lib/webhooks/inbox'
import type { Webhooks } from '@/lib/webhooks/webhooks'
import { zonesOfQuarters } from '@/lib/zones/quarters'
import { createSoonFree, type UnderWay } from '@/lib/zones/soon-free'
import { type Board, createZoneBoard } from '@/lib/zones/zone-board'
import type { Zones } from '@/lib/zones/zones'
import { DEMO_HOME_RADIUS, isDemoCity } from './demo'
import type { StatusClasses } from './status-classes'

/** Zones of the demo city lie within its home area, so that all of their vehicles are read. */
const DEMO_REACH = { middles: 2_000, outlines: DEMO_HOME_RADIUS - 10 }
const QUARTER_KIND = 'neighbourhood'
/** Addresses are stored in hundred-thousandths of a degree. */
const STORED_STEPS_PER_DEGREE = 1e5

interface StoredPlaces {
  readonly pois: readonly (readonly [name: string, kind: string, lat: number, lng: number])[]
}

/** The quarters of the demo city; none where the demo's vehicles are elsewhere. */
export async function demoZones({ settings, root }: Context): Promise<NewZone[]> {
  if (!isDemoCity(settings)) return []
  const path = join(/* turbopackIgnore: true */ root, 'lib/city/demo/addresses.json.gz')
  const text = await promisify(gunzip)(await readFile(path))
  const { pois } = JSON.parse(text.toString()) as StoredPlaces
  const quarters = pois
    .filter(([, kind]) => kind === QUARTER_KIND)
    .map(([name, , lat, lng]) => ({
      name,
      position: { lat: lat / STORED_STEPS_PER_DEGREE, lng: lng / STORED_STEPS_PER_DEGREE },
    }))
  return zonesOfQuarters(quarters, CITY_CENTRE, DEMO_REACH)
}

/** The newest bookings, among which are those under way. */
const BOOKINGS_READ = 1_000
const ROAD_LIMIT_MS = 10_000

interface BoardParts {
  readonly webhooks: () => Promise<Webhooks>
  readonly roads: () => Promise<Roads>
  readonly zones: () => Promise<Zones>
  readonly home: () => Promise<Home>
  readonly live: () => Promise<LiveAreas>
  readonly statuses: StatusClasses
}

export function openZoneBoard({ clock }: Context, parts: BoardParts): Board {
  const soonFree = createSoonFree({
    clock,
    async journeys() {
      const { inbox } = await parts.webhooks()
      const { bookings } = await inbox.page(BOOKINGS_READ, null)
      return bookings.flatMap(journeyOf)
    },
    async secondsTo(from, to) {
      const roads = await parts.roads()
      const caller = { owner: 'zones', signal: AbortSignal.timeout(ROAD_LIMIT_MS) }
      const { times } = await roads.times(to, millionthsOf(from), caller)
      const [answer] = times
      return typeof answer === 'object' ? answer.seconds : null
    },
  })
  return createZoneBoard({
    clock,
    soonFree,
    zones: async () => (await parts.zones()).list(),
    home: async () => (await parts.home()).home,
    lists: async () => (await parts.live()).lists(),
    async classOf() {
      await parts.statuses.refresh()
      return parts.statuses.classOf
    },
  })
}

function journeyOf({ vehicleId, status, record }: ArrivedBooking): UnderWay[] {
  const to = readPosition(record?.to_position)?.value
  return vehicleId !== null && to && bookingStage(status) === 'under-way' ? [{ vehicleId, to }] : []
}

/** Latitude and longitude, as roads take positions. */
function millionthsOf({ lat, lng }: Position): readonly number[] {
  return [Math.round(lat * 1e6), Math.round(lng * 1e6)]
}
