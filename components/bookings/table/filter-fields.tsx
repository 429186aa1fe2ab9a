import { Field, inputClass } from '@/components/ui/field'
import { formatCount } from '@/lib/format/number'
import { safeText } from '@/lib/format/text'

// A list of choices that is longer is no help; the search finds the rest.
const MOST_CHOICES = 200

/** One of the values that occur, or any. Nothing when all records say the same. */
export function ChoiceField<Choice extends string>({
  label,
  value,
  choices,
  words = asReceived,
  onChange,
}: {
  readonly label: string
  readonly value: Choice | null
  /** Values and how often each occurs. */
  readonly choices: readonly (readonly [Choice, number])[]
  /** How a value is called, where it is not the records' own. */
  readonly words?: (choice: Choice) => string
  readonly onChange: (value: Choice | null) => void
}) {
  if (choices.length < 2) return null
  const place = choices.findIndex(([choice]) => choice === value)
  return (
    <Field label={label} className="min-w-0 md:w-44">
      {(control) => (
        <select
          {...control}
          className={inputClass}
          value={place}
          onChange={({ target }) => onChange(choices[Number(target.value)]?.[0] ?? null)}
        >
          <option value={-1}>Any</option>
          {choices.slice(0, MOST_CHOICES).map(([choice, count], index) => (
            <option key={choice} value={index}>
              {words(choice)} ({formatCount(count)})
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

function asReceived(choice: string): string {
  return choice === '' ? 'Not given' : safeText(choice, 40)
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
