import type L from 'leaflet'
import { createRoot } from 'react-dom/client'
import { VehicleMap } from '@/components/map/vehicle-map'
import { type BenchFleet, CENTRE, ZOOM } from './fleet'
import { checkCells } from './kerbside-cells'
import { makeVehicles, vehiclesOf } from './kerbside-vehicles'
import { mapIn } from './map-in'
import { type CreateSubject, isPainted } from './subject'

const circle = { position: CENTRE, radius: 20_000 }
const view = { position: CENTRE, zoom: ZOOM }
const none: readonly never[] = []
const nothing = () => {}

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
        circle={circle}
        onCircleChange={nothing}
        view={null}
        onViewChange={nothing}
        vehicles={vehiclesOf(shown)}
        outlined={none}
        trail={none}
        clustering={false}
        nameAt={null}
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
      return isPainted(map, point)
    },
    reachPixels: 22,
    get checkClusters() {
      return shown.ids.length > MOST_SINGLE ? (fleet: BenchFleet) => checkCells(map, fleet) : undefined
    },
    remove: () => root.unmount(),
  }
}
