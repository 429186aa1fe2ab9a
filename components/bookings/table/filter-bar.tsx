import { ArrowDownNarrowWide, ArrowUpNarrowWide, SlidersHorizontal } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { openedStore, useSort } from '@/components/bookings/opened/opened-store'
import { usePageKey } from '@/components/layout/keyboard/page-key'
import { MomentField, momentText, useMomentContext } from '@/components/layout/moment-field'
import { Button, IconButton } from '@/components/ui/button'
import { inputClass, Select, SelectField } from '@/components/ui/field'
import { formatCount } from '@/lib/format/number'
import type { MomentContext } from '@/lib/format/time/parse-moment'
import { useFilters } from './list-filters'
import {
  ANY,
  type ChoiceCount,
  choiceNames,
  choices,
  countChoices,
  dayNames,
  days,
  edgeOf,
  errorWords,
  isFiltered,
  NO_FILTERS,
  NONE,
  offeredChoice,
} from './list-view'
import type { ListedRecord } from './listed-record'
import { sorts } from './table-columns'

type Counts = readonly ChoiceCount[]

// Longer lists do not help; the text filter finds the rest.
const MOST_CHOICES = 200

export function FilterBar({
  records,
  hasArrivals,
}: {
  records: readonly ListedRecord[]
  hasArrivals: boolean
}) {
  const [filters, set] = useFilters()
  const sort = useSort(records)
  const [isOpen, setIsOpen] = useState(isFiltered(filters))
  const field = useRef<HTMLInputElement>(null)
  usePageKey((key) => {
    if (key !== '/') return false
    field.current?.focus()
    field.current?.select()
    return true
  })
  const contextOf = useMomentContext()
  // Only integrators need findings, and they open records.
  const isAnyOpened = records.some(({ arrival }) => arrival === null)
  const offered = choiceNames.filter((name) => name !== 'findings' || isAnyOpened)
  const isOffered = (order: string) => {
    if (order === 'received') return hasArrivals
    return order !== 'findings' || isAnyOpened
  }
  const counts = useMemo(() => choiceNames.map((name) => countChoices(records, name)), [records])
  const Direction = sort.descending ? ArrowDownNarrowWide : ArrowUpNarrowWide
  const on = [...choiceNames, ...dayNames].filter((name) => filters[name] !== '').length
  return (
    <search className="flex flex-col gap-2 px-3 py-2 md:px-4">
      <div className="flex flex-wrap gap-1.5 md:flex-nowrap">
        <input
          ref={field}
          type="search"
          aria-label="Search the bookings"
          placeholder="Find a reference, name, address …"
          value={filters.text}
          onChange={({ target }) => set({ text: target.value })}
          className={`${inputClass} min-w-0 flex-1 max-md:basis-full`}
        />
        <Select
          aria-label="Sort by"
          value={sort.by}
          options={Object.entries(sorts).flatMap(([name, { label }]) =>
            isOffered(name) ? [[name, label] as const] : [],
          )}
          onChange={(by) => openedStore.setList({ sort: { by, descending: false } })}
          className="w-auto! min-w-0 max-md:flex-1 md:max-w-40"
        />
        <IconButton
          icon={Direction}
          label={sort.descending ? 'Descending. Reverse' : 'Ascending. Reverse'}
          onClick={() => openedStore.setList({ sort: { ...sort, descending: !sort.descending } })}
          className="shrink-0"
        />
        <Button
          icon={SlidersHorizontal}
          aria-label={on > 0 ? `Filters, ${on} active` : 'Filters'}
          aria-expanded={isOpen}
          variant={isOpen ? 'primary' : 'secondary'}
          onClick={() => setIsOpen(!isOpen)}
          className="shrink-0"
        >
          <span className="max-md:sr-only">Filters</span>
          {on > 0 ? <span>{on}</span> : null}
        </Button>
      </div>
      {isOpen ? (
        <section
          aria-label="Filters"
          className="grid grid-cols-2 items-start gap-2 md:flex md:flex-wrap"
        >
          {offered.map((name) => (
            <ChoiceField
              key={name}
              name={name}
              value={filters[name]}
              counts={counts[choiceNames.indexOf(name)] ?? []}
              onChange={(value) => set({ [name]: value })}
            />
          ))}
          {dayNames.map((name) => {
            const { label, of } = days[name.startsWith('when') ? 'when' : 'created']
            const edge = edgeOf(name)
            const context = contextOf({ edge, isAhead: true })
            return records.some((record) => of(record) !== null) ? (
              <MomentField
                key={name}
                label={`${label} ${edge}`}
                className="min-w-0 md:w-44"
                context={context}
                value={filters[name]}
                onTime={(time) => time !== null && set({ [name]: dayOrTime(time, context) })}
              />
            ) : null
          })}
          <Button
            disabled={on === 0 && filters.text === ''}
            className="self-end md:mt-5.25 md:self-start"
            onClick={() => set(NO_FILTERS)}
          >
            Clear filters
          </Button>
        </section>
      ) : null}
      <ErrorCounts
        counts={counts[choiceNames.indexOf('error')] ?? []}
        chosen={filters.error}
        onChoose={(error) => set({ error })}
      />
    </search>
  )
}

/** A whole day without its time, as the address holds it. */
function dayOrTime(time: string, context: MomentContext): string {
  const text = momentText(time, context)
  return text.includes(' ') ? time : text
}

function ChoiceField({
  name,
  value,
  counts,
  onChange,
}: {
  readonly name: keyof typeof choices
  readonly value: string
  readonly counts: Counts
  readonly onChange: (value: string) => void
}) {
  // A single value is no choice, unless it was chosen when there were others.
  if (counts.length < 2 && value === '') return null
  const { label, words } = choices[name]
  const offered = counts.slice(0, MOST_CHOICES)
  return (
    <SelectField
      label={label}
      value={offeredChoice(name, value, offered)}
      onChange={onChange}
      className="min-w-0 md:w-44"
      options={[
        ['', 'Any'],
        ...offered.map(([one, count]) => [one, `${words(one)} (${formatCount(count)})`] as const),
      ]}
    />
  )
}

const MOST_SHOWN = 5

/** The commonest error messages in the order of their letters, so that none moves; each filters. */
function ErrorCounts({
  counts,
  chosen,
  onChoose,
}: {
  readonly counts: Counts
  readonly chosen: string
  readonly onChoose: (error: string) => void
}) {
  const errors = counts.filter(([message]) => message !== ANY && message !== NONE)
  if (errors.length === 0) return null
  const rest = errors.length - MOST_SHOWN
  const shown = errors.slice(0, MOST_SHOWN).toSorted(([a], [b]) => a.localeCompare(b))
  return (
    <fieldset aria-label="Errors" className="flex min-w-0 items-center gap-1.5 overflow-x-auto">
      <span className="text-muted shrink-0 text-xs font-semibold">Errors</span>
      {shown.map(([message, count]) => (
        <Button
          key={message}
          aria-pressed={message === chosen}
          title={errorWords(message)}
          onClick={() => onChoose(message === chosen ? '' : message)}
          className="aria-pressed:bg-accent-soft aria-pressed:border-accent shrink-0 px-2.5!"
        >
          <bdi className="font-normal whitespace-nowrap">{errorWords(message, 160)}</bdi>
          <span>{formatCount(count)}</span>
        </Button>
      ))}
      {rest > 0 ? (
        <span className="text-muted shrink-0 text-xs">and {formatCount(rest)} more in Filters</span>
      ) : null}
    </fieldset>
  )
}
