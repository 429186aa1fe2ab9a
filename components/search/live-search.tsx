'use client'

import { useRouter } from 'next/navigation'
import { useMemo, useRef, useState } from 'react'
import { VehicleMap } from '@/components/map/vehicle-map'
import { Notice } from '@/components/ui/notice'
import { vehicleHref } from '@/lib/format/links'
import type { ServiceState } from '@/lib/schema/answers'
import type { Position } from '@/lib/schema/resources'
import { Legend } from './legend'
import { SearchPanel } from './search-panel'
import { useSearchState } from './search-state'
import { SelectedVehicle } from './selected-vehicle'
import { countStatuses, describeVehicle, showVehicles, toMapVehicles } from './shown-vehicles'
import { useArea } from './use-area'

const none: readonly never[] = []

/** The live search: the panel with its list and the map, both of one state. */
export function LiveSearch({ settings }: { readonly settings: ServiceState['map'] }) {
  const router = useRouter()
  const state = useSearchState(settings.position)
  const [paused, setPaused] = useState(false)
  const [tilesFailed, setTilesFailed] = useState(false)
  const [focus, setFocus] = useState<Position | null>(null)
  const { search, selectedId } = state
  const live = useArea(search, paused ? null : state.intervalMs)
  const { area, receivedAtMs } = live

  const shown = useMemo(
    () => (area ? showVehicles(area.vehicles, search.position, Date.parse(area.fetchedAt)) : none),
    [area, search.position],
  )
  const byId = useMemo(() => new Map(shown.map((one) => [one.vehicle.id, one])), [shown])
  const mapVehicles = useMemo(
    () => toMapVehicles(shown, Date.parse(area?.fetchedAt ?? ''), receivedAtMs),
    [shown, area, receivedAtMs],
  )
  const circle = useMemo(() => ({ position: search.position, radius: search.radius }), [search])
  const tiles = useMemo(
    () => ({ url: settings.tileUrl, attribution: settings.tileAttribution }),
    [settings.tileUrl, settings.tileAttribution],
  )

  // Once a record is being opened, the address is no longer ours: a late write would take the page back here.
  const isLeaving = useRef(false)
  const leave = () => {
    isLeaving.current = true
  }
  const open = async (id: string) => {
    const href = vehicleHref(id)
    if (!href) return
    leave()
    await state.select(id)
    router.push(href)
  }
  const select = (id: string | null) => {
    void state.select(id)
    setFocus((id !== null && byId.get(id)?.vehicle.position) || null)
  }

  return (
    <div className="flex min-h-0 flex-1 overflow-hidden max-md:flex-col-reverse">
      <h1 className="sr-only">Map of vehicles near a position</h1>
      <SearchPanel
        state={state}
        live={live}
        shown={shown}
        paused={paused}
        onPause={setPaused}
        onSelect={select}
        onOpen={open}
      />
      <div className="relative isolate min-h-0 min-w-0 flex-1">
        <VehicleMap
          label={`Map: ${shown.filter(({ vehicle }) => vehicle.position).length} vehicles; the list beside it holds the same as text`}
          circle={circle}
          onCircleChange={state.setSearch}
          view={state.view}
          onViewChange={(view) => {
            if (!isLeaving.current) void state.setView(view)
          }}
          vehicles={mapVehicles}
          ghosts={none}
          trail={none}
          clustering
          pickup={null}
          selectedId={selectedId}
          onSelect={select}
          describe={(id) => {
            const one = byId.get(id)
            return one ? describeVehicle(one, Date.now() - receivedAtMs) : id
          }}
          focus={focus}
          tiles={tiles}
          tilesFailed={tilesFailed}
          onTilesFailed={setTilesFailed}
        />
        <div className="pointer-events-none absolute inset-2 z-10 flex flex-col items-start gap-2 *:pointer-events-auto">
          {tilesFailed ? (
            <Notice tone="warning" title="Map tiles do not load" className="mr-12 max-w-md">
              Vehicles stand on a plain ground with coast lines; distances and directions are right.
            </Notice>
          ) : null}
          {area ? <Legend statuses={countStatuses(area.vehicles)} /> : null}
          {selectedId === null ? null : (
            <div className="mt-auto mb-7 w-full md:mb-6 md:w-auto">
              <SelectedVehicle
                id={selectedId}
                shown={byId.get(selectedId) ?? null}
                receivedAtMs={receivedAtMs}
                onClose={() => select(null)}
                onOpen={leave}
              />
            </div>
          )}
        </div>
      </div>
    </div>
  )
}
