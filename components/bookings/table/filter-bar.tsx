'use client'

import { ArrowDownNarrowWide, ArrowUpNarrowWide, SlidersHorizontal } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { ListScope } from '@/components/bookings/booking/source-tabs'
import type { ListState } from '@/components/bookings/opened/opened-store'
import { openedStore } from '@/components/bookings/opened/use-opened'
import { Button, IconButton } from '@/components/ui/button'
import { inputClass } from '@/components/ui/field'
import { formatCount } from '@/lib/format/number'
import { safeText } from '@/lib/format/text'
import { choicesOf, FilterSection } from './filter-section'
import type { SortName } from './list-sort'
import { type Filters, NO_FILTERS } from './list-view'
import type { ListedRecord } from './listed-record'
import { sortLabels } from './table-columns'

/** Finds, sorts and filters; filters without values in the records are not shown. */
export function FilterBar({
  records,
  list: { filters, sort },
  scope,
}: {
  readonly records: readonly ListedRecord[]
  readonly list: ListState
  readonly scope: ListScope
}) {
  const [isOpen, setIsOpen] = useState(filters !== NO_FILTERS)
  const choices = useMemo(() => choicesOf(records), [records])
  const set = (change: Partial<Filters>) => openedStore.setListState({ filters: { ...filters, ...change } })
  const Direction = sort.descending ? ArrowDownNarrowWide : ArrowUpNarrowWide
  const on = Object.entries({ ...filters, text: '' }).filter(
    ([name, value]) => value !== NO_FILTERS[name as keyof Filters],
  ).length
  return (
    <search className="flex flex-col gap-2 px-3 py-2 md:px-4">
      <div className="flex flex-wrap gap-1.5 md:flex-nowrap">
        <input
          type="search"
          aria-label="Find in the records"
          placeholder="Find a reference, name, address …"
          value={filters.text}
          onChange={({ target }) => set({ text: target.value })}
          className={`${inputClass} min-w-0 flex-1 max-md:basis-full`}
        />
        <select
          aria-label="Sort by"
          value={sort.by}
          onChange={({ target }) =>
            openedStore.setListState({ sort: { by: target.value as SortName, descending: false } })
          }
          className={`${inputClass} w-auto! min-w-0 max-md:flex-1 md:max-w-40`}
        >
          {sortsOf(scope).map(([name, label]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </select>
        <IconButton
          label={sort.descending ? 'Descending. Reverse' : 'Ascending. Reverse'}
          onClick={() => openedStore.setListState({ sort: { ...sort, descending: !sort.descending } })}
          className="shrink-0"
        >
          <Direction aria-hidden className="size-4" />
        </IconButton>
        <Button
          aria-label={on > 0 ? `Filters, ${on} active` : 'Filters'}
          aria-expanded={isOpen}
          variant={isOpen ? 'primary' : 'secondary'}
          onClick={() => setIsOpen(!isOpen)}
          className="shrink-0"
        >
          <SlidersHorizontal aria-hidden className="size-4" />
          <span className="max-md:sr-only">Filters</span>
          {on > 0 ? <span>{on}</span> : null}
        </Button>
      </div>
      {isOpen ? (
        <FilterSection
          filters={filters}
          choices={choices}
          set={set}
          isClear={on === 0 && filters.text === ''}
        />
      ) : null}
      <ErrorCounts counts={choices.error} chosen={filters.error} onChoose={(error) => set({ error })} />
    </search>
  )
}

function sortsOf(scope: ListScope) {
  return Object.entries(sortLabels).filter(([name]) => scope !== 'opened' || name !== 'received')
}

const MOST_SHOWN = 5

/** The commonest error messages in the order of their letters, so that none moves; each filters. */
function ErrorCounts({
  counts,
  chosen,
  onChoose,
}: {
  /** Messages with their counts; '' are bookings without an error. */
  readonly counts: readonly (readonly [string, number])[]
  readonly chosen: string | null
  readonly onChoose: (error: string | null) => void
}) {
  const errors = counts.filter(([message]) => message !== '')
  if (errors.length === 0) return null
  const rest = errors.length - MOST_SHOWN
  const shown = errors.slice(0, MOST_SHOWN).toSorted(([a], [b]) => a.localeCompare(b))
  return (
    <fieldset aria-label="Errors" className="flex min-w-0 items-center gap-1.5 overflow-x-auto">
      <span className="text-muted shrink-0 text-xs font-medium">Errors</span>
      {shown.map(([message, count]) => (
        <Button
          key={message}
          aria-pressed={message === chosen}
          title={safeText(message)}
          onClick={() => onChoose(message === chosen ? null : message)}
          className="aria-pressed:bg-accent-soft aria-pressed:border-accent max-w-80 shrink-0 px-2.5!"
        >
          <bdi className="truncate font-normal">{safeText(message, 80)}</bdi>
          <span>{formatCount(count)}</span>
        </Button>
      ))}
      {rest > 0 ? (
        <span className="text-muted shrink-0 text-xs">and {formatCount(rest)} more in Filters</span>
      ) : null}
    </fieldset>
  )
}
