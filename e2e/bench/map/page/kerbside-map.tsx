import L from 'leaflet'
import { createRoot } from 'react-dom/client'
import { VehicleMap } from '@/components/map/vehicle-map'
import { type BenchFleet, CENTRE, WITNESS, ZOOM } from './fleet'
import { checkCells } from './kerbside-cells'
import { makeVehicles, vehiclesOf } from './kerbside-vehicles'
import { mapIn } from './map-in'
import { type CreateSubject, isPainted } from './subject'

const circle = { position: CENTRE, radius: 20_000 }
const view = { position: CENTRE, zoom: ZOOM }
const none: readonly never[] = []
const nothing = () => {}
const nameAt = (slot: number) => `KB-${slot}`

const LONGEST_NAME_PIXELS = 80

/** From a vehicle to the first letter of its name. */
const TO_NAME = L.point(14, 0)

const noVehicles: BenchFleet = { ids: [], positions: [], moved: [] }
makeVehicles(noVehicles, null)

/** More are grouped. */
const MOST_SINGLE = 2000

/** Kerbside's map, mounted as in the page. With names, a vehicle is shown when its name is. */
export function kerbsideMap({ named = false } = {}): CreateSubject {
  return async ({ container, tileUrl }) => {
    const root = createRoot(container)
    const tiles = { url: tileUrl, attribution: '', archive: null }
    let shown = noVehicles
    const render = () =>
      root.render(
        <VehicleMap
          units="kilometres"
          label="Map"
          circle={circle}
          onCircleChange={nothing}
          view={null}
          onViewChange={nothing}
          vehicles={vehiclesOf(shown)}
          outlined={none}
          trail={none}
          clustering={false}
          nameAt={named ? nameAt : null}
          pickup={null}
          selectedId={null}
          selectedPosition={null}
          onSelect={nothing}
          describe={(id) => id}
          revealed={null}
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
        // The only one that has room for certain.
        const isNamed = index === WITNESS && named
        return isPainted(map, point) && (!isNamed || isPainted(map, point.add(TO_NAME)))
      },
      reachPixels: 22,
      ...(named ? { drawnPixels: LONGEST_NAME_PIXELS } : {}),
      get checkClusters() {
        return shown.ids.length > MOST_SINGLE ? (fleet: BenchFleet) => checkCells(map, fleet) : undefined
      },
      remove: () => root.unmount(),
    }
  }
}
