'use client'

import type { Ref } from 'react'
import { useNow } from '@/components/layout/use-now'
import type { Position, VehicleSearchObject } from '@/lib/interface/resources'
import type { LiveArea } from '@/lib/live-client/live-area'
import { RowList } from './row-list'
import { describeVehicle, showVehicle } from './shown-vehicles'
import { ROW_HEIGHT, VehicleRow } from './vehicle-row'

/** Vehicles of an area as rows. */
export function VehicleList({
  label,
  area,
  rows,
  from,
  remarkOf,
  order,
  selectedId,
  onSelect,
  onOpen,
  ref,
}: {
  readonly label: string
  readonly area: LiveArea
  /** Indices into the area's records, in the order they are listed. */
  readonly rows: Uint32Array
  /** Where distances count from. */
  readonly from: Position
  /** What to say of a vehicle beside where and how old it is; null to say what it takes and costs. */
  readonly remarkOf?: (vehicle: VehicleSearchObject, row: number) => string | null
  readonly order: string
  readonly selectedId: string | null
  readonly onSelect: (id: string) => void
  readonly onOpen: (id: string) => void
  readonly ref?: Ref<HTMLDivElement>
}) {
  const now = useNow() ?? area.receivedAtMs
  const sinceReceiptMs = now - area.receivedAtMs
  const selectedIndex = selectedId === null ? undefined : area.indexById.get(selectedId)
  return (
    <RowList
      ref={ref}
      label={label}
      count={rows.length}
      rowHeight={ROW_HEIGHT}
      order={order}
      selectedRow={selectedIndex === undefined ? -1 : rows.indexOf(selectedIndex)}
      selectedId={selectedId}
      rowAt={(row) => {
        const vehicle = area.records[rows[row] as number] as VehicleSearchObject
        const shown = showVehicle(vehicle, from, area.fetchedAtMs)
        const remark = remarkOf?.(vehicle, row) ?? null
        const text = describeVehicle(shown, sinceReceiptMs)
        return {
          id: vehicle.id,
          text: remark === null ? text : `${text}: ${remark}`,
          content: (
            <VehicleRow shown={shown} ageMs={shown.ageAtReceipt.ageMs + sinceReceiptMs} remark={remark} />
          ),
        }
      }}
      onSelect={onSelect}
      onOpen={onOpen}
    />
  )
}
