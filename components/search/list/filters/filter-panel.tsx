'use client'

import type { ReactNode } from 'react'
import { StatusMark } from '@/components/map/status-mark'
import { ListActions } from '@/components/search/list/counts/list-actions'
import { useSearchPage } from '@/components/search/search-context'
import { keyWords } from '@/lib/format/key-words'
import { formatCount } from '@/lib/format/number'
import { statusWords } from '@/lib/format/status/status-words'
import { safeText } from '@/lib/format/text'
import type { LiveArea } from '@/lib/live-client/live-area'
import { AmountField } from './amount-field'
import type { Filters } from './filters'

/** All filters but the text. A vehicle without a value is hidden by its filter. */
export function FilterPanel({ area, rows }: { readonly area: LiveArea | null; readonly rows: Uint32Array }) {
  const { state, view, refs } = useSearchPage()
  const { filters, search } = state
  const { counts } = view
  const onChange = (change: Partial<Filters>, isTyping?: boolean) => void state.setFilters(change, isTyping)
  return (
    <section
      ref={refs.filters}
      aria-label="Filters"
      className="bg-sunken border-line flex max-h-1/2 shrink-0 flex-col gap-3 overflow-y-auto border-t px-3 py-2.5 text-sm"
    >
      <Choices
        legend="Status"
        chosen={filters.status}
        counts={counts?.statuses ?? []}
        mark={(status) => <StatusMark status={status || null} />}
        onChange={(status) => onChange({ status })}
      />
      {search.type === null ? (
        <Choices
          legend="Type"
          chosen={filters.types}
          counts={counts?.types ?? []}
          onChange={(types) => onChange({ types })}
        />
      ) : null}
      <Choices
        legend="Function"
        chosen={filters.function}
        counts={counts?.functions ?? []}
        onChange={(functions) => onChange({ function: functions })}
      />
      <div className="grid grid-cols-3 gap-2">
        <AmountField
          label="Seats, at least"
          value={filters.seats}
          onChange={(seats, isTyping) => onChange({ seats }, isTyping)}
        />
        <AmountField
          label="Load m³, at least"
          value={filters.load}
          onChange={(load, isTyping) => onChange({ load }, isTyping)}
        />
        <AmountField
          label="Price/km as a number, at most"
          value={filters.price}
          onChange={(price, isTyping) => onChange({ price }, isTyping)}
        />
      </div>
      {area ? (
        <div className="hidden gap-2 pointer-coarse:flex">
          <ListActions area={area} rows={rows} />
        </div>
      ) : null}
    </section>
  )
}

/** Any of the observed values; a chosen one stays when no vehicle has it any more. */
function Choices({
  legend,
  chosen,
  counts,
  mark,
  onChange,
}: {
  readonly legend: string
  readonly chosen: readonly string[]
  readonly counts: readonly (readonly [string, number])[]
  readonly mark?: (value: string) => ReactNode
  readonly onChange: (chosen: readonly string[]) => void
}) {
  const seen = new Map(counts)
  const values = [...seen.keys(), ...chosen.filter((value) => !seen.has(value))]
  if (values.length === 0) return null
  return (
    <fieldset>
      <legend className="text-muted mb-1 text-xs font-medium">{legend} (any of)</legend>
      <div className="flex flex-wrap gap-1.5">
        {values.map((value) => {
          const isChosen = chosen.includes(value)
          return (
            <button
              key={value}
              type="button"
              aria-pressed={isChosen}
              onClick={() => onChange(isChosen ? chosen.filter((one) => one !== value) : [...chosen, value])}
              className="border-line-strong bg-surface aria-pressed:border-accent aria-pressed:bg-accent-soft hover:bg-ground flex min-h-11 min-w-11 items-center gap-1.5 rounded-full border px-2.5 md:min-h-7"
            >
              {mark?.(value)}
              <bdi className="max-w-40 truncate" title={value ? safeText(value, 128) : undefined}>
                {value === '' ? statusWords(null) : keyWords(value, 60)}
              </bdi>
              <span className="text-muted text-sm">{formatCount(seen.get(value) ?? 0)}</span>
            </button>
          )
        })}
      </div>
    </fieldset>
  )
}
