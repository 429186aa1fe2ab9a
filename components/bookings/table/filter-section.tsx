import { Button } from '@/components/ui/button'
import { Field, inputClass } from '@/components/ui/field'
import { keyWords } from '@/lib/format/key-words'
import { formatCount } from '@/lib/format/number'
import { safeText } from '@/lib/format/text'
import {
  ANY_ERROR,
  AT_A_TIME,
  type Filters,
  type FindingsFilter,
  findingsIn,
  NO_FILTERS,
  valuesIn,
} from './list-view'
import type { ListedRecord } from './listed-record'

const findingsLabels: Record<FindingsFilter, string> = {
  any: 'With findings',
  error: 'With errors',
  warning: 'With warnings',
  note: 'With notes',
  none: 'Without findings',
}

/** Values that occur in the records, by filter. */
export function choicesOf(records: readonly ListedRecord[]) {
  return {
    status: valuesIn(records, 'status'),
    when: valuesIn(records, 'when'),
    currency: valuesIn(records, 'currency'),
    findings: findingsIn(records),
    error: valuesIn(records, 'error'),
    hasTimes: records.some(({ createdMs }) => createdMs !== null),
    hasPlans: records.some(({ whenMs }) => whenMs !== null),
    errors: records.filter(({ inspected }) => inspected.record.error).length,
  }
}

/** The filters; those without values in the records are not shown. */
export function FilterSection({
  filters,
  choices,
  set,
  isClear,
}: {
  readonly filters: Filters
  readonly choices: ReturnType<typeof choicesOf>
  readonly set: (change: Partial<Filters>) => void
  readonly isClear: boolean
}) {
  return (
    <section aria-label="Filters" className="grid grid-cols-2 items-end gap-2 md:flex md:flex-wrap">
      <ChoiceField
        label="Status"
        value={filters.status}
        choices={choices.status}
        labelOf={(choice) => (choice === '' ? 'Not reported' : keyWords(choice, 40))}
        onChange={(status) => set({ status })}
      />
      <ChoiceField
        label="Error"
        value={filters.error}
        choices={choices.errors > 0 ? [[ANY_ERROR, choices.errors], ...choices.error] : choices.error}
        labelOf={(choice) =>
          choice === ANY_ERROR ? 'Any error' : choice === '' ? 'No error' : safeText(choice, 60)
        }
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
          <DayField label="When from" value={filters.whenFrom} onChange={(whenFrom) => set({ whenFrom })} />
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
      <Button disabled={isClear} onClick={() => set(NO_FILTERS)}>
        Clear filters
      </Button>
    </section>
  )
}

// Longer lists do not help; the text filter finds the rest.
const MOST_CHOICES = 200

/** Selects one of the values that occur, or any; hidden when there is only one. */
function ChoiceField<Choice extends string>({
  label,
  value,
  choices,
  labelOf = asReceived,
  onChange,
}: {
  readonly label: string
  readonly value: Choice | null
  /** Values and how often each occurs. */
  readonly choices: readonly (readonly [Choice, number])[]
  /** Label of a value that is not the records' own. */
  readonly labelOf?: (choice: Choice) => string
  readonly onChange: (value: Choice | null) => void
}) {
  if (choices.length < 2) return null
  const selected = choices.findIndex(([choice]) => choice === value)
  return (
    <Field label={label} className="min-w-0 md:w-44">
      {(control) => (
        <select
          {...control}
          className={inputClass}
          value={selected}
          onChange={({ target }) => onChange(choices[Number(target.value)]?.[0] ?? null)}
        >
          <option value={-1}>Any</option>
          {choices.slice(0, MOST_CHOICES).map(([choice, count], index) => (
            <option key={choice} value={index}>
              {labelOf(choice)} ({formatCount(count)})
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

function asReceived(choice: string): string {
  return choice === '' ? 'Not reported' : safeText(choice, 40)
}

/** A day in the chosen zone. */
function DayField({
  label,
  value,
  onChange,
}: {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
}) {
  return (
    <Field label={label} className="min-w-0 md:w-40">
      {(control) => (
        <input
          {...control}
          type="date"
          value={value}
          onChange={({ target }) => onChange(target.value)}
          className={inputClass}
        />
      )}
    </Field>
  )
}
