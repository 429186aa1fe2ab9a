'use client'

import { ArrowDownNarrowWide, ArrowUpNarrowWide, SlidersHorizontal } from 'lucide-react'
import { filtersInWords } from '@/components/search/list/filters/filters'
import { useSearchPage } from '@/components/search/search-context'
import { Button, IconButton } from '@/components/ui/button'
import { inputClass } from '@/components/ui/field'
import { type SortName, sortInWords, sortNames, sortWords } from './sorts'

/** Above the list: sort and filter. */
export function ListToolbar() {
  const { state, view, filtersOpen, setFiltersOpen } = useSearchPage()
  const { filters, sort } = state
  const count = filtersInWords({ ...filters, text: '' }).length
  const Direction = sort.descending ? ArrowDownNarrowWide : ArrowUpNarrowWide
  return (
    <div className="flex gap-1.5 px-3 pt-1.5 pb-1">
      <select
        aria-label="Sort by"
        value={sort.by}
        onChange={({ target }) => {
          const by = target.value as SortName
          void state.setSort({ by, descending: sortWords[by].isDescendingFirst ?? false })
        }}
        className={`${inputClass} min-w-0 flex-1 px-2!`}
      >
        {sortNames(sort.by === 'age' || (view.live.area?.mtimeServes ?? false)).map((name) => (
          <option key={name} value={name}>
            {sortWords[name].label}
          </option>
        ))}
      </select>
      <IconButton
        label={`${sortInWords(sort)}. Reverse`}
        onClick={() => void state.setSort({ ...sort, descending: !sort.descending })}
        className="shrink-0"
      >
        <Direction aria-hidden className="size-4" />
      </IconButton>
      <Button
        aria-label={count > 0 ? `Filters, ${count} active` : 'Filters'}
        title="Filters"
        aria-expanded={filtersOpen}
        variant={filtersOpen ? 'primary' : 'secondary'}
        onClick={() => setFiltersOpen(!filtersOpen)}
        className={`min-w-11 shrink-0 md:min-w-9 ${count > 0 ? 'px-2!' : 'px-0!'}`}
      >
        <SlidersHorizontal aria-hidden className="size-4" />
        {count > 0 ? (
          <span className="bg-kerb min-w-4 rounded-full px-1 text-xs leading-4 font-semibold text-black">
            {count}
          </span>
        ) : null}
      </Button>
    </div>
  )
}
