import L from 'leaflet'
import { createRoot } from 'react-dom/client'
import { MapHandle } from '@/components/map/map-handle'
import type { MapVehicles } from '@/components/map/types'
import { VehicleMap } from '@/components/map/vehicle-map'
import { randomFrom } from '@/e2e/support/statistics'
import type { VehicleSearchObject } from '@/lib/interface/resources'
import { STEPS_PER_DEGREE, VehicleTable } from '@/lib/vehicles/vehicle-table'
import { type BenchFleet, CENTRE, ZOOM } from './fleet'
import { nextFrame } from './frames'
import { createPointer } from './pointer'
import { type CreateSubject, isPainted } from './subject'

const STATUSES = ['available', 'busy', 'reserved', 'offline'] as const

const made = new WeakMap<BenchFleet, MapVehicles>()

const circle = { position: CENTRE, radius: 20_000 }
const view = { position: CENTRE, zoom: ZOOM }
const none: readonly never[] = []
const nothing = () => {}
const handle = new MapHandle({ onMove: nothing, onDrag: nothing })

const noVehicles: BenchFleet = { ids: [], positions: [], moved: [] }
makeVehicles(noVehicles, null)

/** More are grouped. */
const MOST_SINGLE = 2000

/** Kerbside's map, mounted as in the page. */
export const kerbsideMap: CreateSubject = async ({ container, tileUrl }) => {
  const root = createRoot(container)
  const tiles = { url: tileUrl, attribution: '', archive: null }
  let shown = noVehicles
  const render = () =>
    root.render(
      <VehicleMap
        units="kilometres"
        label="Map"
        handle={handle}
        circle={circle}
        onCircleChange={nothing}
        view={null}
        onViewChange={nothing}
        vehicles={vehiclesOf(shown)}
        departed={none}
        trail={none}
        clustering={false}
        nameAt={null}
        pickup={null}
        selectedId={null}
        selectedPosition={null}
        onSelect={nothing}
        describe={(id) => id}
        covers={() => []}
        tiles={tiles}
        onTilesFailed={nothing}
      />,
    )
  render()
  const map = await mapIn(container)
  map.setView(view.position, view.zoom, { animate: false })
  return {
    map,
    show(fleet) {
      shown = fleet
      render()
    },
    shows(index) {
      const point = map.latLngToContainerPoint(shown.positions[index] as L.LatLngLiteral)
      return isPainted(map, point)
    },
    reachPixels: 22,
    get checkClusters() {
      return shown.ids.length > MOST_SINGLE
        ? (fleet: BenchFleet) => checkCells(map, fleet)
        : undefined
    },
    remove: () => root.unmount(),
  }
}

/**
 * Prepares a fleet as the props of Kerbside's map, outside the timing.
 * @param before the fleet before, whose unchanged records are shared
 */
export function makeVehicles(fleet: BenchFleet, before: BenchFleet | null): void {
  const shared = before && made.get(before)
  const records = shared
    ? [...shared.table.vehicles()]
    : fleet.ids.map((_, index) => recordOf(fleet, index))
  for (const index of fleet.moved) records[index] = recordOf(fleet, index)
  const size = fleet.ids.length
  const nowMs = Date.now()
  const table = new VehicleTable()
  for (const [slot, record] of records.entries()) table.append(record, slot + 1)
  made.set(fleet, {
    table,
    // Fresh, ageing and stale ones.
    reportedAtMs: new Float64Array(size).map((_, index) => nowMs - (index % 3) * 150_000),
    headings: new Float32Array(size).map((_, index) =>
      index % 2 === 0 ? Number.NaN : (index * 37) % 360,
    ),
    shown: Uint32Array.from({ length: size }, (_, index) => index),
    fetchedAtMs: nowMs,
    receivedAtMs: nowMs,
  })
}

/** @throws Error when makeVehicles() was not called */
function vehiclesOf(fleet: BenchFleet): MapVehicles {
  const vehicles = made.get(fleet)
  if (!vehicles) throw new Error('makeVehicles() comes first')
  return vehicles
}

function recordOf({ ids, positions }: BenchFleet, index: number): VehicleSearchObject {
  return {
    id: ids[index] as string,
    mtime: null,
    status: STATUSES[index % STATUSES.length] as string,
    position: positions[index] as VehicleSearchObject['position'],
    type: 'taxi',
    year: null,
    functions: null,
    passengers_max: 4,
    load_m3: null,
    price_per_km: null,
    price_per_minute: null,
    make: null,
    image_url: null,
  }
}

const maps = new Set<L.Map>()
L.Map.addInitHook(function (this: L.Map) {
  maps.add(this)
  this.once('unload', () => maps.delete(this))
})

/** The map that a component mounts within an element. */
async function mapIn(element: HTMLElement): Promise<L.Map> {
  for (;;) {
    for (const map of maps) if (element.contains(map.getContainer())) return map
    await nextFrame()
  }
}

/** Size of Kerbside's cells in pixels, and the fewest vehicles of a cluster. */
const CELL_PIXELS = 64
const FEWEST = 4

const SAMPLES = 15

/**
 * Points at some cells and compares the tooltip's count with the plain data.
 * @throws Error with both counts
 */
async function checkCells(map: L.Map, { positions }: BenchFleet): Promise<void> {
  const counts = new Map<string, { middle: L.Point; count: number }>()
  for (const { lat, lng } of positions) {
    const { x, y } = map
      .project([inSteps(lat), inSteps(lng)])
      .divideBy(CELL_PIXELS)
      .floor()
    const cell = counts.get(`${x} ${y}`) ?? { middle: L.point(x + 0.5, y + 0.5), count: 0 }
    cell.count++
    counts.set(`${x} ${y}`, cell)
  }
  const size = map.getSize()
  const cells = [...counts.values()]
    .map(({ middle, count }) => ({
      count,
      point: middle.multiplyBy(CELL_PIXELS).subtract(map.getPixelOrigin()).add(paneOf(map)),
    }))
    .filter(
      ({ count, point: { x, y } }) =>
        count >= FEWEST && x > 0 && y > 60 && x < size.x - 60 && y < size.y,
    )
  const random = randomFrom(7)
  const pointer = createPointer(map)
  for (let n = 0; n < Math.min(SAMPLES, cells.length); n++) {
    const { count, point } = cells[Math.floor(random() * cells.length)] as (typeof cells)[number]
    const tooltip = await pointer.tooltipAt(point)
    const shownCount = Number(/^([\d,]+) vehicles/.exec(tooltip ?? '')?.[1]?.replaceAll(',', ''))
    if (shownCount !== count)
      throw new Error(`The cell at ${point} holds ${count} vehicles, the tooltip is "${tooltip}"`)
  }
}

/** Areas round positions to the step: a vehicle beside the edge of a cell may be in the next one. */
function inSteps(degrees: number | null): number {
  return Math.round((degrees ?? Number.NaN) * STEPS_PER_DEGREE) / STEPS_PER_DEGREE
}

function paneOf(map: L.Map): L.Point {
  return L.DomUtil.getPosition(map.getPane('mapPane') as HTMLElement)
}
