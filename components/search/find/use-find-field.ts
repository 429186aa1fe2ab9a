import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { usePreferences } from '@/components/layout/preferences/preferences'
import { NO_FILTERS } from '@/components/search/list/filters'
import { countUnread, filteredRows } from '@/components/search/list/rows'
import { useLiveData } from '@/components/search/page-data'
import { useAddress } from '@/components/search/view/address'
import { useSavedAreas } from '@/components/search/view/saved-areas'
import type { LiveView } from '@/components/search/view/use-live-view'
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

const UNCLEAR = 'Several are possible, or none exactly. Choose a suggestion.'
/**
 * Why Enter chose nothing.
 * @param unread vehicles of the list whose call signs are not read yet
 */
export function unclearInWords(suggestions: readonly Suggestion[], unread: number): string {
  const [best] = suggestions
  if (best?.kind === 'place' && best.unknownNumber !== undefined)
    return `Number ${best.unknownNumber} is not known. Choose what is near.`
  if (unread === 0) return UNCLEAR
  return `${UNCLEAR} Call signs of ${counted(unread, 'vehicle')} are not read yet.`
}

export type Choice = Suggestion | { readonly kind: 'position'; readonly position: Position }

const nothing: readonly Suggestion[] = []
const noVehicles: readonly LiveVehicle[] = []

/**
 * @param given the text for the current position; Escape restores it
 * @param subject another one ends what was typed
 * @param filtersList whether the text may also filter the list
 */
export function useFindField({
  given,
  position,
  subject,
  filtersList,
  onChoose,
}: {
  readonly given: string
  readonly position: Position | null
  readonly subject: string
  readonly filtersList: boolean
  readonly onChoose: (choice: Choice) => unknown
}) {
  const typing = useTyping(subject)
  const { text: typed, meant, asked, awaited, change } = typing
  const text = typed ?? given
  const found = useSuggestions(asked, filtersList)
  const { state, isSettled, types } = found
  const placeNames = useQuery(placeNamesQuery).data
  const recent = useMemo(() => searchedBefore(placeNames), [placeNames])
  const isSearched = asked !== null && meant !== null

  function choose(choice: Choice) {
    onChoose(choice)
    typing.reset()
  }

  const answerAwaited = useEffectEvent(() => {
    const text = awaited ?? ''
    const chosen = chosenByEnter(text, found.suggestions, state.unread === 0)
    // A number may be a call sign that is not read yet, of which the list would show nothing.
    const isUnread = chosen?.kind === 'list' && state.unread > 0 && mayBeCallSign(text, types)
    if (chosen && !isUnread) return choose(chosen)
    const isOpen = found.suggestions.length > 0
    change({
      awaited: null,
      isOpen,
      error: isOpen ? unclearInWords(found.suggestions, state.unread) : footInWords(state),
    })
  })
  const isAnswered = awaited !== null && awaited === asked && isSettled
  useEffect(() => {
    if (isAnswered) answerAwaited()
  }, [isAnswered])

  return {
    ...comboboxOf(typing, {
      given,
      suggestions: isSearched ? found.suggestions : (typed ?? '').trim() === '' ? recent : nothing,
      // Below the options, which cover the field's error.
      foot: isSearched ? (typing.error ?? footInWords(state)) : null,
      announcement: isSearched && isSettled ? announcementOf(state) : '',
      choose,
    }),
    choose,
    setError: (error: string) => change({ error }),
    /** Offers what was searched before, where there is no text. */
    open: () => given === '' && change({ isOpen: true }),
    /**
     * The text as it is: a position at once, or else the best suggestion as soon as it is known.
     */
    submit() {
      const at = typed === null && position ? position : parsePositionInput(text)
      if (at) return choose({ kind: 'position', position: at })
      if (meant === null)
        return change({ isOpen: false, error: `Allowed: ${positionInputAllowed}.` })
      typing.setAsked(meant)
      change({ isOpen: false, error: null, awaited: meant })
    },
  }
}

function useSuggestions(asked: string | null, filtersList: boolean) {
  const { view, observedTypes: types } = useLiveData()
  const { search } = useAddress()
  const { areas } = useSavedAreas()
  const { name: first, units } = usePreferences()
  const { data, error, isPlaceholderData } = useQuery({
    ...findQuery(asked ?? '', search.position),
    enabled: asked !== null,
  })
  const { names } = view
  const { area } = view.live
  const { lat, lng } = search.position
  const latest = useRef({ area, names })
  latest.current = { area, names }
  const naming = useMemo(() => ({ names, types }), [names, types])
  const listed = useListed(asked, area, naming)
  const suggestions = useMemo(() => {
    if (asked === null) return nothing
    const { area, names } = latest.current
    const from = { lat, lng }
    const found = suggest(asked, {
      area,
      names,
      types,
      listed,
      first,
      areas,
      awayInWords: (to) => distanceAndDirection(from, to, distanceFormat(units)),
      found: data ?? null,
    })
    if (!filtersList || !area || asked.length > LONGEST_KEY) return found
    const count = filteredRows(area.table.records, { ...NO_FILTERS, text: asked }, names).length
    return count === 0 ? found : [...found, listSuggestion(asked, count, area.table.size)]
  }, [asked, types, listed, first, areas, units, lat, lng, data, filtersList])
  const found = isPlaceholderData ? null : (data ?? null)
  const count = suggestions.length
  const isCallSign = asked !== null && mayBeCallSign(asked, types)
  const unread = useMemo(
    () =>
      asked === null || (count > 0 && !isCallSign) || !area
        ? 0
        : countUnread(area.table.records, names),
    [asked, count, isCallSign, area, names],
  )
  const state = { found, error, count, unread }
  return { suggestions, state, isSettled: found !== null || error !== null, types }
}

/**
 * Vehicles of the list that a text names. A refresh adds those read meanwhile, and moves none
 * that is about to be chosen.
 */
function useListed(
  asked: string | null,
  area: LiveView['live']['area'],
  naming: Naming,
): readonly LiveVehicle[] {
  const shown = useRef<{ readonly text: string; readonly vehicles: readonly LiveVehicle[] } | null>(
    null,
  )
  // 100,000 names take about 35 ms.
  return useMemo(() => {
    if (asked === null) {
      shown.current = null
      return noVehicles
    }
    const now = namedBy(asked, area, naming)
    const vehicles =
      shown.current?.text === asked ? withLater(asked, shown.current.vehicles, now, naming) : now
    shown.current = { text: asked, vehicles }
    return vehicles
  }, [asked, area, naming])
}

export interface FindState {
  /** The answer to this text; null until it is there. */
  readonly found: Pick<Found, 'index' | 'geocoder'> | null
  readonly error: Error | null
  readonly count: number
  /** Vehicles of the list whose call signs are not read yet. */
  readonly unread: number
}

/**
 * Below the suggestions: sources not searched, and advice where nothing was
 * found. Null for nothing to say.
 */
export function footInWords({ found, error, count, unread }: FindState): string | null {
  if (error)
    return `${describeError(error).title}. Only loaded vehicles and saved areas were searched.`
  if (!found) return count === 0 ? 'Searching …' : null
  const hasPlaces = found.index !== 'none' || found.geocoder !== 'none'
  const sentences = [
    count > 0 ? null : 'Nothing found.',
    count > 0 || unread === 0
      ? null
      : `${counted(unread, 'call sign')} ${unread === 1 ? 'is' : 'are'} not read yet.`,
    found.index === 'building' ? 'Address index is being built.' : null,
    found.index === 'failed'
      ? 'The addresses of the map cannot be searched. If this continues, contact your administrator.'
      : null,
    found.geocoder === 'failed' ? 'The geocoder did not answer.' : null,
    count > 0 ? null : hasPlaces ? WITH_PLACES : WITHOUT_PLACES,
  ]
  return sentences.filter((sentence) => sentence !== null).join(' ') || null
}

const WITH_PLACES =
  'Type a street with a number, a crossing as “street / street”, a place, a call sign, a plate or a position.'
const WITHOUT_PLACES =
  'Type a call sign, a plate, a saved area or a position: this map has no addresses. Your administrator can add them (CITY_DIR or GEOCODER_URL).'

export function announcementOf(state: FindState): string {
  if (!state.found && !state.error) return ''
  return [state.count > 0 ? `${counted(state.count, 'suggestion')}.` : null, footInWords(state)]
    .filter((sentence) => sentence !== null)
    .join(' ')
}
