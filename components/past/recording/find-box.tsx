'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { usePreferences } from '@/components/layout/preferences/preferences'
import { Combobox } from '@/components/search/find/combobox'
import { comboboxStep, TEXT_KEYS } from '@/components/search/find/combobox-keys'
import { announcementOf, footInWords } from '@/components/search/find/find-words'
import { searchedText } from '@/components/search/find/searched-text'
import { chosenByEnter, type Suggestion, suggest } from '@/components/search/find/suggestions'
import { Field } from '@/components/ui/field'
import type { Found } from '@/lib/api/contract/places'
import { findQuery } from '@/lib/api/queries/find'
import { query } from '@/lib/api/queries/query'
import { createVehicleNames } from '@/lib/api/queries/vehicle-names'

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

const DEBOUNCE_MS = 150
const noNames = createVehicleNames(new Map(), 'our_ref')
const nothing: readonly Suggestion[] = []
const ORIGIN = { lat: 0, lng: 0 }

/** State of a field that means a vehicle. @param given the text of what is chosen */
export function useFindBox(given: string) {
  const first = usePreferences().name
  const client = useQueryClient()
  const near = useQuery(query('/api/service')).data?.data.map.position ?? ORIGIN
  const [text, setText] = useState(given)
  const [chosen, setChosen] = useState<Suggestion | null>(null)
  const [isOpen, setOpen] = useState(false)
  const [activeKey, setActiveKey] = useState<string | null>(null)
  const [error, setError] = useState<string>()
  const [asked, setAsked] = useState<string | null>(null)
  useEffect(() => setText(given), [given])

  const meant = text === given || text === chosen?.name ? null : searchedText(text)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(meant), meant === null ? 0 : DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [meant])

  const suggestionsOf = (of: string, found: Found | null) =>
    suggest(of, { area: null, listed: [], names: noNames, types: [], first, areas: [], found }).filter(
      (one) => one.kind === 'vehicle',
    )
  const answer = useQuery({ ...findQuery(asked ?? '', near), enabled: asked !== null })
  const found = answer.isPlaceholderData ? null : (answer.data ?? null)
  const isShown = isOpen && asked !== null && meant !== null
  const options = isShown ? suggestionsOf(asked, answer.data ?? null) : nothing
  const active = options.findIndex(({ key }) => key === activeKey)
  const state = { found, error: answer.error, count: options.length, unread: 0 }

  function choose(suggestion: Suggestion) {
    setChosen(suggestion)
    setText(suggestion.name)
    setOpen(false)
    setActiveKey(null)
    setError(undefined)
  }

  /** The suggestion that was chosen, or the one that the text names in full. */
  async function meaning(): Promise<{ suggestion: Suggestion | null; others: number }> {
    setOpen(false)
    if (chosen && text === chosen.name) return { suggestion: chosen, others: 0 }
    const searched = searchedText(text)
    if (searched === null) return { suggestion: null, others: 0 }
    const all = suggestionsOf(searched, await client.fetchQuery(findQuery(searched, near)).catch(() => null))
    return { suggestion: chosenByEnter(searched, all), others: all.length }
  }

  return {
    text,
    error,
    setError,
    options,
    active,
    choose,
    foot: isShown && options.length === 0 ? footInWords(state) : null,
    announcement: isShown && (found || answer.error) ? announcementOf(state) : '',
    type(next: string) {
      setText(next)
      setOpen(true)
      setActiveKey(null)
      setError(undefined)
    },
    close() {
      setOpen(false)
      setActiveKey(null)
    },
    meaning,
    onKeyDown(event: KeyboardEvent) {
      const { key, altKey, ctrlKey, metaKey, shiftKey, nativeEvent } = event
      if (altKey || ctrlKey || metaKey || shiftKey || nativeEvent.isComposing) return
      if (TEXT_KEYS.has(key)) return setActiveKey(null)
      const now = { isOpen: isShown, active: active < 0 ? null : active }
      const step = comboboxStep(key, now, options.length, text !== given)
      if (!step) return
      event.preventDefault()
      const one = options[active]
      if (step.effect === 'choose' && one) choose(one)
      else if (step.effect === 'restore') setText(given)
      else {
        setOpen(step.isOpen)
        setActiveKey(step.active === null ? null : (options[step.active]?.key ?? null))
      }
    },
  }
}

export type FindBox = ReturnType<typeof useFindBox>
