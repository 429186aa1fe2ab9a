'use client'

import { ArrowDownNarrowWide, ArrowUpNarrowWide, SlidersHorizontal } from 'lucide-react'
import { attributes, firstSort, SORT_NAMES, type SortName, sortInWords } from '@/components/search/attributes'
import { useSearchPage } from '@/components/search/search-context'
import { Button, IconButton } from '@/components/ui/button'
import { inputClass } from '@/components/ui/field'
import { activeFilters } from './filters'

/** Above the list: sort and filter. */
export function ListToolbar() {
  const { state, view, filtersOpen, setFiltersOpen } = useSearchPage()
  const { filters, sort } = state
  const count = activeFilters(filters).length
  // An age that no vehicle has is not offered.
  const hasAges = sort.by === 'age' || (view.live.area?.mtimeServes ?? false)
  const Direction = sort.descending ? ArrowDownNarrowWide : ArrowUpNarrowWide
  return (
    <div className="flex gap-1.5 px-3 pt-1.5 pb-1">
      <select
        aria-label="Sort by"
        value={sort.by}
        onChange={({ target }) => void state.setSort(firstSort(target.value as SortName))}
        className={`${inputClass} min-w-0 flex-1 px-2!`}
      >
        {SORT_NAMES.filter((name) => name !== 'age' || hasAges).map((name) => (
          <option key={name} value={name}>
            {attributes[name].label}
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
