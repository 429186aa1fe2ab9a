'use client'

import { type FormEvent, useEffect, useId, useState } from 'react'
import { usePreferences } from '@/components/layout/preferences/preferences'
import { useObservedTypes } from '@/components/search/list/filters/use-observed-types'
import { useSearchPage } from '@/components/search/search-context'
import { Button } from '@/components/ui/button'
import { Field, inputClass } from '@/components/ui/field'
import type { AreaSearch } from '@/lib/api/contract/live'
import { distanceFormat } from '@/lib/format/position/distance'
import { parseRadiusInput, radiusInputAllowed } from '@/lib/format/position/position-input'
import { offeredTypes, parseTypesInput } from './types-input'

const NAMES = ['radius', 'type'] as const

type Name = (typeof NAMES)[number]
type Texts = Record<Name, string>

const allowed: Record<Name, string> = {
  radius: radiusInputAllowed,
  type: 'types separated by commas, each of at most 128 characters',
}

function textsOf(
  { radius, type }: AreaSearch,
  types: readonly string[],
  radiusText: (metres: number) => string,
): Texts {
  return {
    radius: radiusText(radius),
    type: types.length > 0 ? types.join(', ') : (type ?? ''),
  }
}

/** Radius and types of the search. Typed text survives every error; all fields apply together or not at all. */
export function SearchForm() {
  const { state, view, refs, changing, setAreaOpen } = useSearchPage()
  const { search } = state
  const chosenTypes = state.filters.types
  // Offered beside free text: the specification lists only some (§2.6).
  const types = useObservedTypes(view.counts)
  const { units } = usePreferences()
  const radiusText = units === 'miles' ? distanceFormat(units) : String
  const [texts, setTexts] = useState(() => textsOf(search, chosenTypes, radiusText))
  const [wrong, setWrong] = useState<readonly Name[]>([])
  const typesId = useId()

  // The circle was dragged, or the address changed.
  useEffect(() => {
    setTexts(textsOf(search, chosenTypes, radiusText))
    setWrong([])
  }, [search, chosenTypes, radiusText])

  function submit(event: FormEvent) {
    event.preventDefault()
    // The text of a radius in miles is rounded.
    const isSameRadius = texts.radius === radiusText(search.radius)
    const radius = isSameRadius ? search.radius : parseRadiusInput(texts.radius)
    const asked = parseTypesInput(texts.type, types)
    setWrong(NAMES.filter((name) => ({ radius, type: asked })[name] === null))
    if (!radius || !asked) return
    setAreaOpen(false)
    // Several types are a filter of the list, because the service takes one.
    void state.goTo({
      radius,
      type: asked.length === 1 ? (asked[0] as string) : null,
      types: asked.length > 1 ? asked : [],
    })
  }

  const input = (name: Name) => ({
    name,
    // Follows the dragged handle.
    value: name === 'radius' && changing ? radiusText(changing.radius) : texts[name],
    onChange: (event: { target: { value: string } }) => setTexts({ ...texts, [name]: event.target.value }),
    className: inputClass,
    autoComplete: 'off',
  })
  const error = (name: Name) => (wrong.includes(name) ? `Allowed: ${allowed[name]}.` : undefined)

  return (
    <form
      onSubmit={submit}
      noValidate
      aria-label="Search options"
      className="grid grid-cols-[1fr_2fr_auto] items-end gap-x-2"
    >
      <Field label="Radius (m, km, mi)" error={error('radius')}>
        {(control) => <input {...control} {...input('radius')} ref={refs.firstField} />}
      </Field>
      <Field label="Type" error={error('type')}>
        {(control) => (
          <>
            <input {...control} {...input('type')} list={typesId} placeholder="any, or taxi, van" />
            <datalist id={typesId}>
              {offeredTypes(texts.type, types).map(({ value, label }) => (
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
