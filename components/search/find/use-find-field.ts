import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { usePreferences } from '@/components/layout/preferences/preferences'
import { NO_FILTERS } from '@/components/search/list/filters'
import { countUnread, filteredRows } from '@/components/search/list/rows'
import { useLiveData } from '@/components/search/page-data'
import { useAddress } from '@/components/search/view/address'
import { useSavedAreas } from '@/components/search/view/saved-areas'
import { describeError } from '@/lib/api/client/errors'
import type { LiveVehicle } from '@/lib/api/contract/live'
import type { Found } from '@/lib/api/contract/places'
import { placeNamesQuery } from '@/lib/api/queries/names'
import { findQuery } from '@/lib/api/queries/places'
import { counted } from '@/lib/format/number'
import { distanceAndDirection, distanceFormat } from '@/lib/format/position/distance'
import { parsePositionInput, positionInputAllowed } from '@/lib/format/position/position-input'
import type { Position } from '@/lib/interface/resources'
import { LONGEST_KEY } from '@/lib/interface/search'
import type { LiveArea } from '@/lib/live/client/live-area'
import { comboboxOf, useTyping } from './combobox'
import {
  chosenByEnter,
  listSuggestion,
  mayBeCallSign,
  type Naming,
  namedBy,
  type Suggestion,
  searchedBefore,
  suggest,
  withLater,
} from './suggestions'
import { searchDriversSuggestion, useDriverSearch } from './use-driver-search'

/**
 * Why Enter chose none of the suggestions; null where several are meant alike: the first is the
 * active one then, and Enter once more chooses it.
 * @param unread vehicles of the list whose call signs are not read yet
 */
export function unclearInWords(suggestions: readonly Suggestion[], unread: number): string | null {
  const [best] = suggestions
  if (best?.kind === 'place' && best.unknownNumber !== undefined)
    return `Number ${best.unknownNumber} was not found. Choose a nearby address.`
  if (unread === 0) return null
  return `No single exact match. Choose a suggestion. Call signs of ${counted(unread, 'vehicle')} are not loaded yet.`
}

/** A suggestion that leads somewhere, or a typed position. */
export type Choice =
  | Exclude<Suggestion, { kind: 'drivers' }>
  | { readonly kind: 'position'; readonly position: Position }

const SEARCHING = 'Searching …'

/** Suggestions, and what is said of them. */
interface ShownBelow {
  readonly suggestions: readonly Suggestion[]
  readonly foot: string | null
  readonly announcement: string
}

const noSuggestions: readonly Suggestion[] = []
const noVehicles: readonly LiveVehicle[] = []

interface FindFieldOptions {
  /** The text for the current position; Escape restores it. */
  readonly value: string
  readonly position: Position | null
  /** Another one ends what was typed. */
  readonly subject: string
  /** Whether the text may also filter the list, or name a driver. */
  readonly filtersList: boolean
  readonly onChoose: (choice: Choice) => unknown
}

export function useFindField(options: FindFieldOptions) {
  const { value, position, subject, filtersList, onChoose } = options
  const typing = useTyping(subject)
  const { searchText, restingText, submittedText, change } = typing
  const text = typing.text ?? value
  const { suggestions, state, isSettled, types } = useSuggestions(restingText, filtersList)
  const isSearched = restingText !== null && searchText !== null
  const drivers = useDriverSearch(subject, useLiveData().view.live.area)
  const mayFindDrivers = filtersList && searchText !== null && drivers.mayFind(searchText)

  const placeNames = useQuery(placeNamesQuery).data
  const recent = useMemo(() => searchedBefore(placeNames), [placeNames])

  function choose(choice: Choice | Suggestion): void {
    if (choice.kind === 'drivers') {
      change({ activeKey: null, error: null })
      return void searchDrivers(choice.text)
    }
    onChoose(choice)
    reset()
  }

  function reset(): void {
    drivers.forget()
    typing.reset()
  }

  /** The only driver found is chosen at once, unless one has typed on meanwhile. */
  async function searchDrivers(of: string): Promise<void> {
    const only = await drivers.search(of)
    if (only) choose(only)
  }

  const answerSubmitted = useEffectEvent((submitted: string) => {
    // Enter once more: what was found is shown, and a search that failed is made again.
    const { kind } = drivers.state
    if (kind === 'failed') void searchDrivers(submitted)
    if (kind !== 'unasked') return change({ submittedText: null, isOpen: true })
    const chosen = chosenByEnter(submitted, suggestions, state.unread === 0)
    // A number may be a call sign that is not read yet, of which the list would show nothing.
    const isUnread = chosen?.kind === 'list' && state.unread > 0 && mayBeCallSign(submitted, types)
    if (chosen && !isUnread) return choose(chosen)
    if (suggestions.length === 0 && mayFindDrivers) {
      void searchDrivers(submitted)
      return change({ submittedText: null, isOpen: true })
    }
    const [first] = suggestions
    if (!first) return change({ submittedText: null, isOpen: false, error: footInWords(state) })
    const error = unclearInWords(suggestions, state.unread)
    const activeKey = error === null ? first.key : null
    change({ submittedText: null, isOpen: true, activeKey, error })
  })
  const isAnswered = submittedText !== null && submittedText === restingText && isSettled
  useEffect(() => {
    if (isAnswered) answerSubmitted(submittedText)
  }, [isAnswered, submittedText])

  function shownBelow(): ShownBelow {
    if (!isSearched) {
      const offered = text.trim() === '' ? recent : noSuggestions
      return { suggestions: offered, foot: null, announcement: '' }
    }
    const withDrivers = mayFindDrivers
      ? [...suggestions, searchDriversSuggestion(searchText)]
      : suggestions
    const found = drivers.state
    switch (found.kind) {
      case 'unasked':
        return {
          suggestions: withDrivers,
          foot: footInWords(state, mayFindDrivers),
          announcement: isSettled ? announcementOf(state, mayFindDrivers) : '',
        }
      case 'searching':
        return { suggestions, foot: SEARCHING, announcement: SEARCHING }
      case 'found': {
        const count = counted(found.suggestions.length, 'driver')
        return {
          suggestions: found.suggestions,
          foot: found.foot,
          announcement: found.foot ?? `${count}.`,
        }
      }
      case 'nothing': {
        // Advice, where there are no other suggestions either.
        const foot = state.count === 0 ? footInWords(state) : found.foot
        return { suggestions, foot, announcement: foot ?? found.foot }
      }
      case 'failed':
        return { suggestions: withDrivers, foot: found.foot, announcement: found.foot }
    }
  }

  const below = shownBelow()
  const ended = { ...typing, reset }
  const combobox = comboboxOf(ended, {
    value,
    suggestions: below.suggestions,
    // Below the options, which cover the field's error.
    foot: isSearched ? (typing.error ?? below.foot) : null,
    announcement: below.announcement,
    choose,
  })
  return {
    ...combobox,
    type(next: string) {
      drivers.forget()
      combobox.type(next)
    },
    choose,
    setError: (error: string) => change({ error }),
    /** Offers what was searched before, where there is no text. */
    open() {
      if (typing.text === null || value === '') change({ isOpen: true })
    },
    /**
     * The text as it is: a position at once, or else the best suggestion as soon as it is known.
     */
    submit() {
      const isUntouched = typing.text === null && position !== null
      const typedPosition = isUntouched ? position : parsePositionInput(text)
      if (typedPosition) return choose({ kind: 'position', position: typedPosition })
      if (searchText === null)
        return change({ isOpen: false, error: `Allowed: ${positionInputAllowed}.` })
      typing.searchNow(searchText)
      change({ isOpen: false, error: null, submittedText: searchText })
    },
  }
}

/** @param text to search for; null for none */
function useSuggestions(text: string | null, filtersList: boolean) {
  const { view, observedTypes: types } = useLiveData()
  const { search } = useAddress()
  const areas = useSavedAreas()
  const { name: first, units } = usePreferences()
  const { data, error, isPlaceholderData } = useQuery({
    ...findQuery(text ?? '', search.position),
    enabled: text !== null,
  })
  const { names } = view
  const { area } = view.live
  const { lat, lng } = search.position
  const naming = useMemo(() => ({ names, types }), [names, types])
  const listed = useListed(text, area, naming)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a refresh must not move suggestions
  const suggestions = useMemo(() => {
    if (text === null) return noSuggestions
    const from = { lat, lng }
    const found = suggest(text, {
      area,
      names,
      types,
      listed,
      first,
      areas,
      awayInWords: (to) => distanceAndDirection(from, to, distanceFormat(units)),
      found: data ?? null,
    })
    if (!filtersList || !area || text.length > LONGEST_KEY) return found
    const count = filteredRows(area.table.records, { ...NO_FILTERS, text }, names).length
    return count === 0 ? found : [...found, listSuggestion(text, count, area.table.size)]
  }, [text, types, listed, first, areas, units, lat, lng, data, filtersList])

  const found = isPlaceholderData ? null : (data ?? null)
  const count = suggestions.length
  const isCallSign = text !== null && mayBeCallSign(text, types)
  // A vehicle that is not read yet matters where nothing else is found, and to a call sign.
  const needsUnread = text !== null && (count === 0 || isCallSign)
  const unread = useMemo(
    () => (needsUnread && area ? countUnread(area.table.records, names) : 0),
    [needsUnread, area, names],
  )
  const state = { found, error, count, unread }
  return { suggestions, state, isSettled: found !== null || error !== null, types }
}

interface ListedVehicles {
  readonly text: string
  readonly area: LiveArea | null
  readonly naming: Naming
  readonly vehicles: readonly LiveVehicle[]
}

/**
 * Vehicles of the list that a text names. A refresh adds those read meanwhile, and moves none
 * that is about to be chosen.
 */
function useListed(
  text: string | null,
  area: LiveArea | null,
  naming: Naming,
): readonly LiveVehicle[] {
  const [listed, setListed] = useState<ListedVehicles | null>(null)
  if (text === null) {
    if (listed) setListed(null)
    return noVehicles
  }
  const isOfText = listed?.text === text
  if (isOfText && listed.area === area && listed.naming === naming) return listed.vehicles
  // 100,000 names take about 35 ms.
  const named = namedBy(text, area, naming)
  const vehicles = isOfText ? withLater(text, listed.vehicles, named, naming) : named
  setListed({ text, area, naming, vehicles })
  return vehicles
}

export interface FindState {
  /** The answer to this text; null until it is there. */
  readonly found: Pick<Found, 'index' | 'geocoder'> | null
  readonly error: Error | null
  readonly count: number
  /** Vehicles of the list whose call signs are not loaded yet. */
  readonly unread: number
}

/**
 * Below the suggestions: sources not searched, and advice where nothing was
 * found. Null for nothing to say.
 * @param offersDrivers the search for drivers is offered, which is advice enough
 */
export function footInWords(
  { found, error, count, unread }: FindState,
  offersDrivers = false,
): string | null {
  if (error)
    return `${describeError(error).title}. Only loaded vehicles and saved areas were searched.`
  const isEmpty = count === 0
  if (!found) return isEmpty ? SEARCHING : null
  const sentences: string[] = []
  if (isEmpty) sentences.push(offersDrivers ? 'No place or vehicle found.' : 'Nothing found.')
  if (isEmpty && unread > 0)
    sentences.push(`${counted(unread, 'call sign')} ${unread === 1 ? 'is' : 'are'} not loaded yet.`)
  if (found.index === 'building') sentences.push('Addresses are still being prepared.')
  if (found.index === 'failed') sentences.push(INDEX_FAILED)
  if (found.geocoder === 'failed') sentences.push('The address search did not answer.')
  const hasPlaces = found.index !== 'none' || found.geocoder !== 'none'
  if (isEmpty && !offersDrivers) sentences.push(hasPlaces ? WITH_PLACES : WITHOUT_PLACES)
  return sentences.length > 0 ? sentences.join(' ') : null
}

const INDEX_FAILED =
  'The addresses of the map cannot be searched. If this continues, contact your administrator.'
const WITH_PLACES =
  'Type a street with a number, a crossing as “street / street”, a place, a call sign, a plate or a position.'
const WITHOUT_PLACES =
  'Type a call sign, a plate, a saved area or a position: this map has no addresses. Your administrator can add them.'

export function announcementOf(state: FindState, offersDrivers = false): string {
  if (!state.found && !state.error) return ''
  const sentences: string[] = []
  if (state.count > 0) sentences.push(`${counted(state.count, 'suggestion')}.`)
  const foot = footInWords(state, offersDrivers)
  if (foot !== null) sentences.push(foot)
  return sentences.join(' ')
}
