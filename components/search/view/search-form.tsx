'use client'

import { useQueryClient } from '@tanstack/react-query'
import { LocateFixed, Search as SearchIcon } from 'lucide-react'
import { type FormEvent, type Ref, useEffect, useId, useState } from 'react'
import { usePreferences } from '@/components/layout/preferences/preferences'
import { useNavigate } from '@/components/layout/use-navigate'
import { FindInput } from '@/components/search/find/find-field'
import { type Choice, useFindField } from '@/components/search/find/use-find-field'
import { useShowVehicle } from '@/components/search/find/use-show-vehicle'
import type { Filters } from '@/components/search/list/filters/filters'
import { useSearchPage } from '@/components/search/search-context'
import { IconButton } from '@/components/ui/button'
import { Field, inputClass } from '@/components/ui/field'
import type { AreaSearch } from '@/lib/contract/live'
import { distanceFormat } from '@/lib/format/position/distance'
import { parseRadiusInput, radiusInputAllowed } from '@/lib/format/position/position-input'
import { formatPosition } from '@/lib/interface/position'
import type { Position } from '@/lib/interface/resources'
import { keepPlaceName } from '@/lib/queries/places/place-names'
import { offeredTypes, parseTypesInput } from './types-input'
import { useChosenName } from './use-saved-areas'

const NAMES = ['radius', 'type'] as const

type Name = (typeof NAMES)[number]
type Texts = Record<Name, string>

/** The form's values: several types are a filter of the list, because the service takes one. */
type Asked = AreaSearch & Pick<Filters, 'types'>

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

// One line where the closed form shows the place alone, as wide as there is room.
const CLOSED = '[&>label]:sr-only'

/** Place, radius and types of the search. Typed text survives every error; all fields apply together or not at all. */
export function SearchForm({
  search,
  chosenTypes,
  types,
  isOpen,
  onSearch,
  firstField,
}: {
  readonly search: AreaSearch
  /** Types of the filter, if there are several. */
  readonly chosenTypes: readonly string[]
  /** Observed types, offered beside free text: the specification lists only some (§2.6). */
  readonly types: readonly string[]
  /** Closed, it shows the position where there is room. */
  readonly isOpen: boolean
  readonly onSearch: (asked: Asked) => void
  readonly firstField: Ref<HTMLInputElement>
}) {
  const { units } = usePreferences()
  const radiusText = units === 'miles' ? distanceFormat(units) : String
  const [texts, setTexts] = useState(() => textsOf(search, chosenTypes, radiusText))
  const [wrong, setWrong] = useState<readonly Name[]>([])
  const { changing, setAreaOpen, setSheetFull } = useSearchPage()
  const client = useQueryClient()
  const navigate = useNavigate()
  const showVehicle = useShowVehicle()
  const find = useFindField({
    given: useChosenName(search.position) ?? formatPosition(search.position),
    position: search.position,
    onChoose,
  })
  const me = useMyPosition((position) => onSearch({ ...search, types: chosenTypes, position }))
  const typesId = useId()

  // The circle was dragged, or the address changed.
  useEffect(() => {
    setTexts(textsOf(search, chosenTypes, radiusText))
    setWrong([])
  }, [search, chosenTypes, radiusText])

  function submit(event: FormEvent) {
    event.preventDefault()
    readCircle()
    find.submit()
  }

  /** Radius and types; null after errors. */
  function readCircle(): Omit<Asked, 'position'> | null {
    // The text of a radius in miles is rounded.
    const isSameRadius = texts.radius === radiusText(search.radius)
    const radius = isSameRadius ? search.radius : parseRadiusInput(texts.radius)
    const asked = parseTypesInput(texts.type, types)
    setWrong(NAMES.filter((name) => ({ radius, type: asked })[name] === null))
    if (!radius || !asked) return null
    return {
      radius,
      type: asked.length === 1 ? (asked[0] as string) : null,
      types: asked.length > 1 ? asked : [],
    }
  }

  function onChoose(choice: Choice) {
    setSheetFull(false)
    if (choice.kind === 'vehicle') {
      setAreaOpen(false)
      void showVehicle(choice)
    } else if (choice.kind === 'area') {
      setAreaOpen(false)
      void navigate(`/?${choice.query}`)
    } else {
      const circle = readCircle()
      if (circle === null) return false
      if (choice.kind === 'place') keepPlaceName(client, choice.position, choice.name)
      onSearch({ ...circle, position: choice.position })
    }
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
  const placeError = find.error ?? me.error
  const isClosed = !isOpen && wrong.length === 0 && placeError === undefined
  const whenOpen = isOpen || wrong.length > 0 ? '' : 'hidden'

  return (
    <search>
      <form
        onSubmit={submit}
        noValidate
        aria-label="Search vehicles"
        className="grid grid-cols-[1fr_1fr_auto] gap-x-2 gap-y-2"
      >
        <Field label="Place or vehicle" error={placeError} className={`col-span-3 ${isClosed ? CLOSED : ''}`}>
          {(control) => (
            <div className="flex gap-1.5">
              <FindInput
                {...control}
                find={find}
                ref={firstField}
                placeholder="Address, call sign or position"
              />
              <IconButton label="Search at my location" disabled={me.isAsking} onClick={me.ask}>
                <LocateFixed aria-hidden className="size-4" />
              </IconButton>
              <IconButton label="Search" type="submit" variant="primary">
                <SearchIcon aria-hidden className="size-4" />
              </IconButton>
            </div>
          )}
        </Field>
        <Field label="Radius (m, km, mi)" error={error('radius')} className={whenOpen}>
          {(control) => <input {...control} {...input('radius')} />}
        </Field>
        <Field label="Type" error={error('type')} className={`col-span-2 ${whenOpen}`}>
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
