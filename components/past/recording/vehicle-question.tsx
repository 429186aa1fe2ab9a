import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { usePreferences } from '@/components/layout/preferences/preferences'
import { QueryState } from '@/components/layout/query-state'
import { Combobox, comboboxOf, searchedText, useTyping } from '@/components/search/find/combobox'
import { chosenByEnter, type Suggestion, suggest } from '@/components/search/find/suggestions'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Skeleton } from '@/components/ui/skeleton'
import { describeError } from '@/lib/api/client/errors'
import type { Found } from '@/lib/api/contract/places'
import type { ListedArea } from '@/lib/api/contract/recording'
import { createVehicleNames, useNamesShownBy } from '@/lib/api/queries/names'
import { findVehiclesQuery } from '@/lib/api/queries/places'
import { trailQuery } from '@/lib/api/queries/recording'
import { counted } from '@/lib/format/number'
import { isVehicleId } from '@/lib/interface/identifiers'
import { QuestionForm, useQuestion } from './question-form'
import { TrailResult } from './trail-result'

const HOUR_MS = 3_600_000

export function VehicleQuestion({ areas }: { readonly areas: readonly ListedArea[] }) {
  const { id, span, set } = useQuestion()
  const names = useNamesShownBy(usePreferences().name)
  const find = useFindBox(id === null ? '' : (names.shown({ id }) ?? id))

  async function vehicleMeant(): Promise<string | null> {
    const text = find.text.trim()
    if (text === '') {
      find.setError('Type a call sign, a plate or a vehicle id.')
      return null
    }
    if (id !== null && (text === id || text === names.shown({ id }))) return id
    const { suggestion, others } = await find.meaning()
    if (suggestion?.kind === 'vehicle') return suggestion.id
    if (others > 0) find.setError('No exact match for a call sign or plate. Choose a suggestion.')
    else if (isVehicleId(text)) return text
    else find.setError('Not a call sign, a plate or a vehicle id.')
    return null
  }

  return (
    <>
      <QuestionForm
        span={span}
        onShow={async (times) => {
          const vehicleId = await vehicleMeant()
          if (times && vehicleId !== null) void set({ id: vehicleId, ...times })
        }}
      >
        <VehicleField find={find} />
      </QuestionForm>
      {id !== null && span ? (
        <Trail key={`${id} ${span.fromMs} ${span.toMs}`} {...{ id, span, areas }} />
      ) : null}
      {id !== null && !span ? <LastHour onShow={set} /> : null}
    </>
  )
}

/** A link named the vehicle only: nothing is opened, and audited, before it was asked for. */
function LastHour({ onShow }: { readonly onShow: ReturnType<typeof useQuestion>['set'] }) {
  const [nowMs] = useState(() => Math.ceil(Date.now() / 1000) * 1000)
  return (
    <Button
      className="self-start"
      onClick={() => void onShow({ from: new Date(nowMs - HOUR_MS), to: new Date(nowMs) })}
    >
      Show the last hour
    </Button>
  )
}

function Trail({
  id,
  span,
  areas,
}: {
  readonly id: string
  readonly span: Parameters<typeof trailQuery>[1]
  readonly areas: readonly ListedArea[]
}) {
  return (
    <QueryState
      query={useQuery(trailQuery(id, span))}
      loading={<Skeleton label="Reading the recording" lines={8} />}
    >
      {(answers) => <TrailResult answers={answers} id={id} span={span} areas={areas} />}
    </QueryState>
  )
}

function VehicleField({ find }: { readonly find: ReturnType<typeof useFindBox> }) {
  const input = useRef<HTMLInputElement>(null)
  const isWrong = find.error !== undefined
  useEffect(() => {
    if (isWrong) input.current?.focus()
  }, [isWrong])
  return (
    <Field label="Vehicle" error={find.error} className="min-w-0 flex-[2] basis-56">
      {(control) => (
        <Combobox {...control} find={find} ref={input} placeholder="Call sign, plate or id" />
      )}
    </Field>
  )
}

const noNames = createVehicleNames(new Map(), 'our_ref')
const nothing: readonly Suggestion[] = []

/** State of a field that means a vehicle. @param given the text of what is shown */
function useFindBox(given: string) {
  const first = usePreferences().name
  const client = useQueryClient()
  const [last, setLast] = useState<{ of: string; suggestion: Suggestion } | null>(null)
  const chosen = last?.of === given ? last.suggestion : null
  const shown = chosen?.name ?? given
  const typing = useTyping(shown)
  const { restingText, searchText } = typing
  const text = typing.text ?? shown
  const isSearched = restingText !== null && searchText !== null
  const { data, error, isPlaceholderData } = useQuery({
    ...findVehiclesQuery(restingText ?? ''),
    placeholderData: keepPreviousData,
    enabled: restingText !== null,
  })
  const suggestionsOf = (of: string, vehicles: Found['vehicles'] = []) =>
    suggest(of, {
      area: null,
      listed: [],
      names: noNames,
      types: [],
      awayInWords: () => '',
      first,
      areas: [],
      found: { vehicles, places: [] },
    })
  const suggestions = isSearched ? suggestionsOf(restingText, data) : nothing
  const isSettled = error !== null || (data !== undefined && !isPlaceholderData)
  const count = suggestions.length

  function noSuggestionInWords(): string {
    if (error) return describeError(error).title
    return isSettled ? 'No such call sign or plate.' : 'Searching …'
  }

  function announcement(): string {
    if (!isSearched || !isSettled) return ''
    return count === 0 ? noSuggestionInWords() : `${counted(count, 'suggestion')}.`
  }

  return {
    ...comboboxOf(typing, {
      value: shown,
      suggestions,
      foot: isSearched && count === 0 ? noSuggestionInWords() : null,
      announcement: announcement(),
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
