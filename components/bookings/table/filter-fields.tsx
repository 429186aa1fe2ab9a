import { Field, inputClass } from '@/components/ui/field'
import { formatCount } from '@/lib/format/number'
import { safeText } from '@/lib/format/text'

// Longer lists do not help; the text filter finds the rest.
const MOST_CHOICES = 200

/** Selects one of the values that occur, or any; hidden when there is only one. */
export function ChoiceField<Choice extends string>({
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
export function DayField({
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
