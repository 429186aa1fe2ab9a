import {
  attributes,
  FILTER_NAMES,
  type FilterName,
  offersWords,
} from '@/components/search/attributes'
import { offeredValues } from '@/components/search/list/counts/status-groups'
import type { Filters } from '@/components/search/list/filters'
import { usePage } from '@/components/search/page'
import { usePanelData } from '@/components/search/page-data'
import { useAddress, useAddressActions } from '@/components/search/view/address'
import { formatCount } from '@/lib/format/number'
import { safeText } from '@/lib/format/text'
import { AmountField } from './amount-field'

/** Filters but for text and status. A vehicle without a value is hidden by its filter. */
export function FilterPanel() {
  const { focus } = usePage()
  const { filters, search } = useAddress()
  const { setFilters } = useAddressActions()
  const { counts } = usePanelData().view
  const onChange = (change: Partial<Filters>, isTyping?: boolean) =>
    void setFilters(change, isTyping)
  return (
    <section
      ref={focus.filters}
      aria-label="Filters"
      className="bg-sunken border-line flex max-h-1/2 shrink-0 flex-col gap-3 overflow-y-auto border-t px-3 py-2.5 text-sm print:hidden"
    >
      {FILTER_NAMES.map((name) => {
        if (!offersWords(name)) return null
        // Chips above the list filter by status, and a single type is
        // searched by the service itself.
        const isOfferedElsewhere = name === 'status' || (name === 'types' && search.type !== null)
        if (isOfferedElsewhere) return null
        return (
          <Choices
            key={name}
            name={name}
            chosen={filters[name]}
            counts={offeredValues(counts, name)}
            onChange={(values) => onChange({ [name]: values })}
          />
        )
      })}
      <div className="grid grid-cols-2 items-end gap-2">
        {FILTER_NAMES.map((name) => {
          const { label, unit, filter } = attributes[name]
          const value: Filters[FilterName] = filters[name]
          if (value !== null && typeof value === 'object') return null
          const withUnit = unit === null ? label : `${label} ${unit}`
          const bound = filter === 'atMost' ? 'at most' : 'at least'
          return (
            <AmountField
              key={name}
              label={`${withUnit}, ${bound}`}
              value={value}
              onChange={(amount, isTyping) => onChange({ [name]: amount }, isTyping)}
            />
          )
        })}
      </div>
    </section>
  )
}

/** Any of the observed values; a chosen one stays when no vehicle has it any more. */
function Choices({
  name,
  chosen,
  counts,
  onChange,
}: {
  readonly name: FilterName
  readonly chosen: readonly string[]
  readonly counts: readonly (readonly [string, number])[]
  readonly onChange: (chosen: readonly string[]) => void
}) {
  const { label, words } = attributes[name]
  const seen = new Map(counts)
  const values = [...seen.keys(), ...chosen.filter((value) => !seen.has(value))]
  if (values.length === 0) return null
  return (
    <fieldset>
      <legend className="text-muted mb-1 text-xs font-semibold">{label} (any of)</legend>
      <div className="flex flex-wrap gap-1.5">
        {values.map((value) => {
          const isChosen = chosen.includes(value)
          return (
            <button
              key={value}
              type="button"
              aria-pressed={isChosen}
              onClick={() =>
                onChange(isChosen ? chosen.filter((one) => one !== value) : [...chosen, value])
              }
              className="border-line-strong bg-surface aria-pressed:border-accent aria-pressed:bg-accent-soft hover:bg-ground flex min-h-11 min-w-11 items-center gap-1.5 rounded-full border px-2.5 md:min-h-7"
            >
              <bdi className="max-w-40 truncate" title={value ? safeText(value, 128) : undefined}>
                {words(value)}
              </bdi>
              <span className="text-muted text-sm">{formatCount(seen.get(value) ?? 0)}</span>
            </button>
          )
        })}
      </div>
    </fieldset>
  )
}
