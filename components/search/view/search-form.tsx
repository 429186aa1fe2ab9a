'use client'

import { LocateFixed, Search as SearchIcon } from 'lucide-react'
import { type FormEvent, type Ref, useEffect, useId, useState } from 'react'
import { Button, IconButton } from '@/components/ui/button'
import { Field, inputClass } from '@/components/ui/field'
import type { AreaSearch } from '@/lib/contract/live'
import { formatPosition } from '@/lib/interface/position'
import type { Position } from '@/lib/interface/resources'
import { searchParameters } from '@/lib/interface/search'

const NAMES = ['position', 'radius', 'type'] as const

type Name = (typeof NAMES)[number]
type Texts = Record<Name, string>

function textsOf(search: AreaSearch): Texts {
  return {
    position: formatPosition(search.position),
    radius: String(search.radius),
    type: search.type ?? '',
  }
}

/** Position, radius and type of the search. Typed text survives every error; all fields apply together or not at all. */
export function SearchForm({
  search,
  types,
  onSearch,
  firstField,
}: {
  readonly search: AreaSearch
  /** Observed types, offered beside free text: the specification lists only some (§2.6). */
  readonly types: readonly string[]
  readonly onSearch: (search: AreaSearch) => void
  readonly firstField: Ref<HTMLInputElement>
}) {
  const [texts, setTexts] = useState(() => textsOf(search))
  const [wrong, setWrong] = useState<readonly Name[]>([])
  const me = useMyPosition((position) => onSearch({ ...search, position }))
  const typesId = useId()

  // The circle was dragged, or the address changed.
  useEffect(() => {
    setTexts(textsOf(search))
    setWrong([])
  }, [search])

  function submit(event: FormEvent) {
    event.preventDefault()
    const position = searchParameters.position.parse(texts.position)
    const radius = searchParameters.radius.parse(texts.radius.trim())
    const type = texts.type === '' ? null : searchParameters.type.parse(texts.type)
    const typeIsWrong = texts.type !== '' && type === null
    setWrong(NAMES.filter((name) => ({ position, radius, type: !typeIsWrong || null })[name] === null))
    if (position && radius && !typeIsWrong) onSearch({ position, radius, type })
  }

  const input = (name: Name) => ({
    name,
    value: texts[name],
    onChange: (event: { target: { value: string } }) => setTexts({ ...texts, [name]: event.target.value }),
    className: inputClass,
    autoComplete: 'off',
  })
  const error = (name: Name) =>
    wrong.includes(name) ? `Allowed: ${searchParameters[name].allowed}` : undefined

  return (
    <search>
      <form
        onSubmit={submit}
        noValidate
        aria-label="Search vehicles"
        className="grid grid-cols-[1fr_1fr_auto] gap-x-2 gap-y-2"
      >
        <Field label="Position (lat,lng)" error={error('position') ?? me.error} className="col-span-3">
          {(control) => (
            <div className="flex gap-2">
              <input ref={firstField} {...control} {...input('position')} inputMode="text" />
              <IconButton label="Search at my location" disabled={me.isAsking} onClick={me.ask}>
                <LocateFixed aria-hidden className="size-4" />
              </IconButton>
            </div>
          )}
        </Field>
        <Field label="Radius (m)" error={error('radius')}>
          {(control) => <input {...control} {...input('radius')} inputMode="decimal" />}
        </Field>
        <Field label="Type" error={error('type')}>
          {(control) => (
            <>
              <input {...control} {...input('type')} list={typesId} placeholder="any" />
              <datalist id={typesId}>
                {types.map((type) => (
                  <option key={type} value={type} />
                ))}
              </datalist>
            </>
          )}
        </Field>
        <Button type="submit" variant="primary" className="mt-5 self-start">
          <SearchIcon aria-hidden className="size-4" />
          Search
        </Button>
      </form>
    </search>
  )
}

const TIMEOUT_MS = 10_000

// By the code of GeolocationPositionError.
const errors: Record<number, string> = {
  1: 'Location access is blocked. Allow it in the browser’s site settings, or type a position.',
  2: 'This device could not find your location. Type a position instead.',
  3: 'Finding your location took too long. Try again, or type a position.',
}

/** Requests the browser's geolocation, only on demand. */
function useMyPosition(onPosition: (position: Position) => void) {
  const [isAsking, setIsAsking] = useState(false)
  const [error, setError] = useState<string>()

  function ask() {
    if (!('geolocation' in navigator)) return setError(errors[2])
    setIsAsking(true)
    setError(undefined)
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setIsAsking(false)
        onPosition({ lat: coords.latitude, lng: coords.longitude })
      },
      ({ code }) => {
        setIsAsking(false)
        setError(errors[code])
      },
      { timeout: TIMEOUT_MS, enableHighAccuracy: true },
    )
  }

  return { ask, isAsking, error }
}
