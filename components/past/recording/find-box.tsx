import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { usePreferences } from '@/components/layout/preferences/preferences'
import { Combobox } from '@/components/search/find/combobox'
import { chosenByEnter, type Suggestion, suggest } from '@/components/search/find/suggestions'
import { comboboxOf, searchedText, useTyping } from '@/components/search/find/use-combobox'
import { Field } from '@/components/ui/field'
import { describeError } from '@/lib/api/client/errors'
import type { Found } from '@/lib/api/contract/places'
import { createVehicleNames } from '@/lib/api/queries/names'
import { findVehiclesQuery } from '@/lib/api/queries/places'
import { counted } from '@/lib/format/number'

/** A combobox for a vehicle or a place. */
export function FindBoxField({
  label,
  placeholder,
  find,
}: {
  readonly label: string
  readonly placeholder: string
  readonly find: FindBox
}) {
  const input = useRef<HTMLInputElement>(null)
  const isWrong = find.error !== undefined
  useEffect(() => {
    if (isWrong) input.current?.focus()
  }, [isWrong])
  return (
    <Field label={label} error={find.error} className="min-w-0 flex-[2] basis-56">
      {(control) => <Combobox {...control} find={find} ref={input} placeholder={placeholder} />}
    </Field>
  )
}

const noNames = createVehicleNames(new Map(), 'our_ref')
const nothing: readonly Suggestion[] = []

/** State of a field that means a vehicle. @param given the text of what is shown */
export function useFindBox(given: string) {
  const first = usePreferences().name
  const client = useQueryClient()
  const [last, setLast] = useState<{ of: string; suggestion: Suggestion } | null>(null)
  const chosen = last?.of === given ? last.suggestion : null
  const shown = chosen?.name ?? given
  const typing = useTyping(shown)
  const { asked, meant } = typing
  const text = typing.text ?? shown
  const isSearched = asked !== null && meant !== null
  const { data, error, isPlaceholderData } = useQuery({
    ...findVehiclesQuery(asked ?? ''),
    placeholderData: keepPreviousData,
    enabled: asked !== null,
  })
  const suggestionsOf = (of: string, vehicles: Found['vehicles'] = []) =>
    suggest(of, {
      ...{ area: null, listed: [], names: noNames, types: [], first, areas: [] },
      found: { vehicles, places: [] },
    })
  const suggestions = isSearched ? suggestionsOf(asked, data) : nothing
  const isSettled = error !== null || (data !== undefined && !isPlaceholderData)
  const count = suggestions.length
  const none = error ? describeError(error).title : isSettled ? 'No such call sign or plate.' : 'Searching …'

  return {
    ...comboboxOf(typing, {
      given: shown,
      suggestions,
      foot: isSearched && count === 0 ? none : null,
      announcement: !isSearched || !isSettled ? '' : count === 0 ? none : `${counted(count, 'suggestion')}.`,
      choose(suggestion) {
        setLast({ of: given, suggestion })
        typing.reset()
      },
    }),
    setError: (error: string) => typing.change({ error }),
    /** The suggestion that was chosen, or the one that the text names in full. */
    async meaning(): Promise<{ suggestion: Suggestion | null; others: number }> {
      typing.change({ isOpen: false })
      if (chosen && text === chosen.name) return { suggestion: chosen, others: 0 }
      const searched = searchedText(text)
      if (searched === null) return { suggestion: null, others: 0 }
      const all = suggestionsOf(
        searched,
        await client.fetchQuery(findVehiclesQuery(searched)).catch(() => undefined),
      )
      return { suggestion: chosenByEnter(searched, all), others: all.length }
    },
  }
}

export type FindBox = ReturnType<typeof useFindBox>
