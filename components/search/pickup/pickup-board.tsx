'use client'

import { useMemo } from 'react'
import { isWholeArea } from '@/components/search/coverage/coverage-words'
import { AmountField } from '@/components/search/list/amount-field'
import { distancesFrom } from '@/components/search/list/rows'
import { VehicleList } from '@/components/search/list/vehicle-list'
import { useSearchPage } from '@/components/search/search-context'
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
export function PickupBoard() {
  const { state, view, refs } = useSearchPage()
  const { counts } = view
  const { area } = view.live
  const { needs, pickup, search } = state
  const functions = new Set(counts?.functions.map(([key]) => key))
  if (needs.function !== null) functions.add(needs.function)
  return (
    <section aria-label="Pick-up board" className="flex min-h-0 flex-1 flex-col">
      <div className="flex flex-col gap-2 px-3 py-2">
        <PickupPointForm
          field={refs.pickupField}
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
        <Ranked area={area} pickup={pickup} />
      ) : (
        <p className="text-muted px-3 py-2 text-sm">
          Click the pick-up point on the map, or type it. Vehicles are then ranked by straight-line distance:
          suitable ones first, then the others with the reason.
        </p>
      )}
    </section>
  )
}

function Ranked({ area, pickup }: { readonly area: LiveArea; readonly pickup: Position }) {
  const { state, view } = useSearchPage()
  const { rows } = view
  const { needs, search } = state
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
          label="Vehicles for the pick-up, nearest suitable first"
          area={area}
          rows={ranking.rows}
          from={pickup}
          remarkOf={(vehicle, row) =>
            row < ranking.suitable ? null : reasonsAgainst(vehicle, needs).join(' · ')
          }
          order={`${formatPosition(pickup)} ${JSON.stringify(needs)}`}
        />
      ) : null}
    </>
  )
}
