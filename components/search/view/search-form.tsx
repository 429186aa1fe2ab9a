import { type FormEvent, useId, useState } from 'react'
import { usePreferences } from '@/components/layout/preferences/preferences'
import { useAskForTypes } from '@/components/search/list/filters/use-observed-types'
import { usePage, usePageState } from '@/components/search/page'
import { usePanelData } from '@/components/search/page-data'
import { useAddress, useAddressActions } from '@/components/search/view/address'
import { Button } from '@/components/ui/button'
import { Field, inputClass, TextField } from '@/components/ui/field'
import { keyWords } from '@/lib/format/key-words'
import { distanceFormat } from '@/lib/format/position/distance'
import { parseRadiusInput, radiusInputAllowed } from '@/lib/format/position/position-input'
import { searchParameters } from '@/lib/interface/search'

const NOTHING_WRONG = { radius: false, types: false }

/**
 * Radius and types of the search. Typed text survives every error; all fields
 * apply together or not at all.
 */
export function SearchForm() {
  const { store, focus } = usePage()
  const { observedTypes } = usePanelData()
  const { search, filters } = useAddress()
  const { goTo } = useAddressActions()
  const draggedCircle = usePageState((state) => state.draggedCircle)
  const { units } = usePreferences()
  const radiusText = units === 'miles' ? distanceFormat(units) : String
  const given = {
    radius: radiusText(search.radius),
    types: filters.types.length > 0 ? filters.types.join(', ') : (search.type ?? ''),
  }
  const askForTypes = useAskForTypes()
  const typesId = useId()
  // Until the circle is dragged, or the address changes.
  const of = JSON.stringify([search, given])
  const [draft, setDraft] = useState<{
    of: string
    typed: typeof given
    wrong: typeof NOTHING_WRONG
  }>()
  if (draft && draft.of !== of) setDraft(undefined)
  const { typed, wrong } = draft ?? { typed: given, wrong: NOTHING_WRONG }
  const type = (change: Partial<typeof given>) =>
    setDraft({ of, typed: { ...typed, ...change }, wrong })

  function submit(event: FormEvent) {
    event.preventDefault()
    // The text of a radius in miles is rounded.
    const radius = typed.radius === given.radius ? search.radius : parseRadiusInput(typed.radius)
    const types = parseTypesInput(typed.types, observedTypes)
    setDraft({ of, typed, wrong: { radius: radius === null, types: types === null } })
    if (!radius || !types) return
    store.setState({ isAreaOpen: false })
    // The focused field is hidden from now on.
    focus.areaLine.current?.focus()
    // Several types are a filter of the list, because the service takes one.
    void goTo({
      radius,
      type: types.length === 1 ? (types[0] as string) : null,
      types: types.length > 1 ? types : [],
    })
  }

  return (
    <form
      onSubmit={submit}
      onFocus={askForTypes}
      noValidate
      aria-label="Search options"
      className="grid grid-cols-[7.5rem_1fr_auto] items-end gap-x-2"
    >
      <TextField
        label="Radius (m, km, mi)"
        error={wrong.radius ? `Allowed: ${radiusInputAllowed}.` : undefined}
        required={false}
        ref={focus.firstField}
        name="radius"
        autoComplete="off"
        // Follows the dragged handle.
        value={draggedCircle ? radiusText(draggedCircle.radius) : typed.radius}
        onChange={({ target }) => type({ radius: target.value })}
      />
      <Field
        label="Type"
        error={
          wrong.types
            ? 'Allowed: types separated by commas, each of at most 128 characters.'
            : undefined
        }
      >
        {(control) => (
          <>
            <input
              {...control}
              name="type"
              autoComplete="off"
              list={typesId}
              placeholder="any, or taxi, van"
              value={typed.types}
              onChange={({ target }) => type({ types: target.value })}
              className={inputClass}
            />
            <datalist id={typesId}>
              {offeredTypes(typed.types, observedTypes).map(({ value, label }) => (
                <option key={value} value={value} label={label} />
              ))}
            </datalist>
          </>
        )}
      </Field>
      <Button type="submit">Apply</Button>
    </form>
  )
}

/**
 * One typed as its words stands for the observed key: "Wheelchair taxi".
 * @returns null when one is not allowed
 */
export function parseTypesInput(
  text: string,
  observed: readonly string[],
): readonly string[] | null {
  const types = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => keyOf(part, observed))
  return types.every((type) => searchParameters.type.parse(type) !== null)
    ? [...new Set(types)]
    : null
}

export function offeredTypes(
  text: string,
  observed: readonly string[],
): { readonly value: string; readonly label: string }[] {
  const before = text.slice(0, text.lastIndexOf(',') + 1)
  const typed = before.split(',').map((part) => part.trim())
  return observed
    .filter((type) => !typed.includes(type) && !type.includes(','))
    .map((type) => ({
      value: before === '' ? type : `${before} ${type}`,
      label: keyWords(type, 60),
    }))
}

/** Observed types that a mistyped one may mean: those that share its beginning, or else all. */
export function similarTypes(type: string, observed: readonly string[]): readonly string[] {
  const start = type.toLowerCase().slice(0, 3)
  const alike = observed.filter((one) => one.toLowerCase().includes(start))
  return alike.length > 0 ? alike : observed
}

function keyOf(words: string, observed: readonly string[]): string {
  if (observed.includes(words)) return words
  const wanted = words.toLowerCase()
  return (
    observed.find(
      (type) => type.toLowerCase() === wanted || keyWords(type).toLowerCase() === wanted,
    ) ?? words
  )
}
