'use client'

import { type ReactNode, type Ref, useMemo } from 'react'
import { isWholeArea } from '@/components/search/coverage/coverage-words'
import { AmountField } from '@/components/search/list/amount-field'
import { distancesFrom } from '@/components/search/list/rows'
import type { AreaCounts } from '@/components/search/list/shown-vehicles'
import { VehicleList } from '@/components/search/list/vehicle-list'
import type { SearchState } from '@/components/search/view/search-state'
import { Field, inputClass } from '@/components/ui/field'
import { formatDistance } from '@/lib/format/distance'
import { formatCount } from '@/lib/format/number'
import { safeText } from '@/lib/format/text'
import { distanceMetres } from '@/lib/interface/geometry'
import { formatPosition } from '@/lib/interface/position'
import type { Position } from '@/lib/interface/resources'
import type { LiveArea } from '@/lib/live-client/live-area'
import { isProvisional } from '@/lib/live-client/provisional-meta'
import { PickupPointForm } from './pickup-point-form'
import { rankForPickup, reasonsAgainst } from './pickup-ranking'

/** Suitable vehicles by straight-line distance from a pick-up point, then the others with the reason. */
export function PickupBoard({
  state,
  area,
  rows,
  counts,
  listRef,
  pointField,
  onSelect,
  onOpen,
}: {
  readonly state: SearchState
  readonly area: LiveArea | null
  /** Those that pass the filters. */
  readonly rows: Uint32Array
  readonly counts: AreaCounts | null
  readonly listRef: Ref<HTMLDivElement>
  readonly pointField: Ref<HTMLInputElement>
  readonly onSelect: (id: string) => void
  readonly onOpen: (id: string) => void
}) {
  const { needs, pickup, search } = state
  const functions = new Set(counts?.functions.map(([key]) => key))
  if (needs.function !== null) functions.add(needs.function)
  return (
    <section aria-label="Pick-up board" className="flex min-h-0 flex-1 flex-col">
      <div className="flex flex-col gap-2 px-3 py-2">
        <PickupPointForm
          field={pointField}
          pickup={pickup}
          centre={search.position}
          onPoint={(position) => void state.setPickup(position)}
          onClose={() => void state.closePickup()}
        />
        <div className="grid grid-cols-3 gap-2">
          <AmountField
            label="Seats"
            value={needs.seats}
            onChange={(seats) => void state.setNeeds({ seats })}
          />
          <AmountField
            label="Load m³"
            value={needs.load}
            onChange={(load) => void state.setNeeds({ load })}
          />
          <Field label="Function">
            {(control) => (
              <select
                {...control}
                value={needs.function ?? ''}
                onChange={(event) => void state.setNeeds({ function: event.target.value || null })}
                className={inputClass}
              >
                <option value="">any</option>
                {[...functions].sort().map((key) => (
                  <option key={key} value={key}>
                    {safeText(key, 60)}
                  </option>
                ))}
              </select>
            )}
          </Field>
        </div>
      </div>
      {pickup && area ? (
        <Ranked {...{ state, area, rows, pickup, listRef, onSelect, onOpen }} />
      ) : (
        <Hint>
          Click the pick-up point on the map, or type it. Vehicles are then ranked by straight-line distance:
          suitable ones first, then the others with the reason.
        </Hint>
      )}
    </section>
  )
}

function Ranked({
  state,
  area,
  rows,
  pickup,
  listRef,
  onSelect,
  onOpen,
}: {
  readonly state: SearchState
  readonly area: LiveArea
  readonly rows: Uint32Array
  readonly pickup: Position
  readonly listRef: Ref<HTMLDivElement>
  readonly onSelect: (id: string) => void
  readonly onOpen: (id: string) => void
}) {
  const { needs, search, selectedId } = state
  const distances = useMemo(() => distancesFrom(pickup, area.records), [pickup, area])
  const ranking = useMemo(() => rankForPickup(rows, area, distances, needs), [rows, area, distances, needs])
  const fromCentre = distanceMetres(search.position, pickup)
  const { meta } = area
  const isWhole = isWholeArea(meta) && meta.failure === null && !isProvisional(meta)
  return (
    <>
      <p className="px-3 pb-1.5 text-sm">
        <strong className="font-semibold">{formatCount(ranking.suitable)}</strong> of{' '}
        {formatCount(rows.length)} suitable
        <span className="text-muted">
          {fromCentre >= search.radius
            ? '. The pick-up is outside the searched circle; closer vehicles may be missing.'
            : !isWhole
              ? '. The area is not fully loaded; closer vehicles may be missing.'
              : `. Complete${search.type === null ? '' : ` for type ${safeText(search.type, 40)}`} only within ${formatDistance(search.radius - fromCentre)} of the pick-up; vehicles beyond that may be missing.`}
        </span>
      </p>
      {rows.length > 0 ? (
        <VehicleList
          ref={listRef}
          label="Vehicles for the pick-up, nearest suitable first"
          area={area}
          rows={ranking.rows}
          from={pickup}
          remarkOf={(vehicle, row) =>
            row < ranking.suitable ? null : reasonsAgainst(vehicle, needs).join(' · ')
          }
          order={`${formatPosition(pickup)} ${JSON.stringify(needs)}`}
          selectedId={selectedId}
          onSelect={onSelect}
          onOpen={onOpen}
        />
      ) : null}
    </>
  )
}

function Hint({ children }: { readonly children: ReactNode }) {
  return <p className="text-muted px-3 py-2 text-sm">{children}</p>
}
