import { RecordMap } from '@/components/record/record-map'
import { keyPhrase } from '@/lib/format/key-words'
import { counted } from '@/lib/format/number'
import { safeText } from '@/lib/format/text'
import { kindOf, positionOf } from './list-outcomes'
import type { ListRow } from './list-state'

/** The found vehicles at the positions of their look-up. */
export function ListMap({ rows }: { readonly rows: readonly ListRow[] }) {
  const points = rows.flatMap((row) => {
    const position = positionOf(row)
    return position ? [{ position, label: labelOf(row), kind: 'vehicle' as const }] : []
  })
  const unplaced = rows.filter((row) => kindOf(row) === 'found').length - points.length
  return (
    <div className="flex flex-col gap-1">
      <div className="h-96">
        <RecordMap
          // The map fits its points once.
          key={points.length}
          label="Map of the found vehicles"
          points={points}
        />
      </div>
      <p className="text-muted text-xs">
        Positions as of the look-up; they are not refreshed here.
        {unplaced > 0 ? ` ${counted(unplaced, 'vehicle')} found without a position.` : ''}
      </p>
    </div>
  )
}

function labelOf({ ourRef, outcome }: ListRow): string {
  const status = outcome?.kind === 'found' ? outcome.vehicle?.live?.status : null
  const name = safeText(ourRef, 40)
  return status ? `${name} · ${keyPhrase(status, 40)}` : name
}
