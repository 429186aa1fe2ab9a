'use client'

import L from 'leaflet'
import { useEffect, useState } from 'react'
import { useMap, useMapEvents } from 'react-leaflet'
import { type MapVehicle, VehicleLayer } from './vehicle-layer'

/** The vehicle layer of a map. Can only be used in a descendant of <MapContainer>. */
export function Vehicles({
  vehicles,
  selectedId,
  onSelect,
  onGround,
  describe,
}: {
  readonly vehicles: readonly MapVehicle[]
  readonly selectedId: string | null
  readonly onSelect: (id: string) => void
  /** A click that hit no vehicle. */
  readonly onGround: (position: L.LatLng) => void
  /** What a vehicle's tooltip says. */
  readonly describe: (id: string) => string
}) {
  const map = useMap()
  const [layer] = useState(() => new VehicleLayer())
  const [tooltip] = useState(() => new L.Tooltip({ direction: 'top', offset: [0, -10], opacity: 1 }))

  useEffect(() => {
    layer.addTo(map)
    return () => {
      layer.remove()
      tooltip.remove()
    }
  }, [layer, map, tooltip])
  useEffect(() => layer.setVehicles(vehicles), [layer, vehicles])
  useEffect(() => layer.setSelected(selectedId), [layer, selectedId])

  useMapEvents({
    click(event) {
      const vehicle = layer.vehicleAt(event.containerPoint)
      if (vehicle) onSelect(vehicle.id)
      else onGround(event.latlng.wrap())
    },
    mousemove(event) {
      const vehicle = layer.vehicleAt(event.containerPoint)
      map.getContainer().classList.toggle('cursor-pointer', vehicle !== null)
      if (!vehicle) return void tooltip.remove()
      // An element with text, never markup: the text holds what the service sent.
      const content = document.createElement('span')
      content.textContent = describe(vehicle.id)
      tooltip.setContent(content).setLatLng(vehicle.position)
      if (!map.hasLayer(tooltip)) tooltip.addTo(map)
    },
    mouseout() {
      tooltip.remove()
    },
  })
  return null
}
