import { StatusMark } from '@/components/map/status-mark'
import { departureInWords } from '@/components/search/list/selection'
import { VehicleTitle } from '@/components/search/list/vehicle-row'
import { useSelect } from '@/components/search/page-actions'
import { usePanelData, useShownNow } from '@/components/search/page-data'
import { useAddress } from '@/components/search/view/address'
import { formatCount } from '@/lib/format/number'
import { formatAge } from '@/lib/format/time/age'

const MOST_SHOWN = 50

export function DepartedList() {
  const data = usePanelData()
  const { departed: vehicles, live, names } = data.view
  const { selectedId } = useAddress()
  const select = useSelect(data)
  const now = useShownNow(live)
  return (
    <details className="border-line shrink-0 border-t text-sm max-md:group-data-[size=half]/sheet:hidden">
      <summary className="text-muted min-h-11 content-center px-3 md:min-h-8">
        {formatCount(vehicles.length)} no longer here
      </summary>
      <ul className="max-h-44 overflow-y-auto">
        {vehicles.slice(0, MOST_SHOWN).map((vehicle) => (
          <li key={vehicle.record.id}>
            <button
              type="button"
              aria-current={vehicle.record.id === selectedId}
              onClick={() => select(vehicle.record.id)}
              className="hover:bg-sunken aria-[current=true]:bg-accent-soft flex min-h-11 w-full items-center gap-3 px-3 text-left focus-visible:-outline-offset-2 md:min-h-8"
            >
              <StatusMark status={vehicle.record.status} className="size-4 opacity-50" />
              <span className="min-w-0 flex-1 truncate">
                <VehicleTitle vehicle={vehicle.record} name={names.shown(vehicle.record)} />
                <span className="text-muted"> · {departureInWords(vehicle)}</span>
              </span>
              <span className="text-sm tabular-nums">{formatAge(now - vehicle.leftAtMs)}</span>
            </button>
          </li>
        ))}
      </ul>
      {vehicles.length > MOST_SHOWN ? (
        <p className="text-muted px-3 pb-2 text-xs">
          and {formatCount(vehicles.length - MOST_SHOWN)} more
        </p>
      ) : null}
    </details>
  )
}
