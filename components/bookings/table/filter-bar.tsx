'use client'

import { ArrowDownNarrowWide, ArrowUpNarrowWide, SlidersHorizontal } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { ListState } from '@/components/bookings/opened/opened-store'
import type { OpenedRecord } from '@/components/bookings/opened/records'
import { openedStore } from '@/components/bookings/opened/use-opened'
import { Button, IconButton } from '@/components/ui/button'
import { inputClass } from '@/components/ui/field'
import { safeText } from '@/lib/format/text'
import { ErrorCounts } from './error-counts'
import { ChoiceField, DayField } from './filter-fields'
import {
  AT_A_TIME,
  type Filters,
  type FindingsFilter,
  findingsIn,
  NO_FILTERS,
  type SortName,
  valuesIn,
} from './list-view'
import { sortLabels } from './table-columns'

const findingsLabels: Record<FindingsFilter, string> = {
  any: 'With findings',
  error: 'With errors',
  warning: 'With warnings',
  note: 'With notes',
  none: 'Without findings',
}

/** Finds, sorts and filters; filters without values in the records are not shown. */
export function FilterBar({
  records,
  list: { filters, sort },
}: {
  readonly records: readonly OpenedRecord[]
  readonly list: ListState
}) {
  const [isOpen, setIsOpen] = useState(filters !== NO_FILTERS)
  const choices = useMemo(
    () => ({
      status: valuesIn(records, 'status'),
      when: valuesIn(records, 'when'),
      currency: valuesIn(records, 'currency'),
      findings: findingsIn(records),
      error: valuesIn(records, 'error'),
      hasTimes: records.some(({ createdMs }) => createdMs !== null),
      hasPlans: records.some(({ whenMs }) => whenMs !== null),
      errors: records.filter(({ inspected }) => inspected?.record.error).length,
    }),
    [records],
  )
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
          {Object.entries(sortLabels).map(([name, label]) => (
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
        <section aria-label="Filters" className="grid grid-cols-2 items-end gap-2 md:flex md:flex-wrap">
          <ChoiceField
            label="Status"
            value={filters.status}
            choices={choices.status}
            onChange={(status) => set({ status })}
          />
          <ChoiceField
            label="Error"
            value={filters.error}
            choices={choices.error}
            labelOf={(choice) => (choice === '' ? 'No error' : safeText(choice, 60))}
            onChange={(error) => set({ error })}
          />
          <ChoiceField
            label="When"
            value={filters.when}
            choices={choices.when}
            labelOf={(choice) =>
              choice === AT_A_TIME ? 'At a set time' : choice === '' ? 'Not reported' : safeText(choice, 40)
            }
            onChange={(when) => set({ when })}
          />
          <ChoiceField
            label="Currency"
            value={filters.currency}
            choices={choices.currency}
            onChange={(currency) => set({ currency })}
          />
          <ChoiceField
            label="Findings"
            value={filters.findings}
            choices={choices.findings}
            labelOf={(choice) => findingsLabels[choice]}
            onChange={(findings) => set({ findings })}
          />
          {choices.hasPlans ? (
            <>
              <DayField
                label="When from"
                value={filters.whenFrom}
                onChange={(whenFrom) => set({ whenFrom })}
              />
              <DayField label="When to" value={filters.whenTo} onChange={(whenTo) => set({ whenTo })} />
            </>
          ) : null}
          {choices.hasTimes ? (
            <>
              <DayField
                label="Created from"
                value={filters.createdFrom}
                onChange={(createdFrom) => set({ createdFrom })}
              />
              <DayField
                label="Created to"
                value={filters.createdTo}
                onChange={(createdTo) => set({ createdTo })}
              />
            </>
          ) : null}
          {choices.errors > 0 ? (
            <label className="flex min-h-11 items-center gap-2 text-sm md:min-h-9">
              <input
                type="checkbox"
                checked={filters.onlyErrors}
                onChange={({ target }) => set({ onlyErrors: target.checked })}
                className="accent-accent size-5 md:size-4"
              />
              Failed only ({choices.errors})
            </label>
          ) : null}
          <Button disabled={on === 0 && filters.text === ''} onClick={() => set(NO_FILTERS)}>
            Clear filters
          </Button>
        </section>
      ) : null}
      <ErrorCounts counts={choices.error} chosen={filters.error} onChoose={(error) => set({ error })} />
    </search>
  )
}
