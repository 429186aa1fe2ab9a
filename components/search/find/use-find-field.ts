'use client'

import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react'
import { parsePositionInput, positionInputAllowed } from '@/lib/format/position/position-input'
import type { Position } from '@/lib/interface/resources'
import { type ComboboxState, comboboxStep, TEXT_KEYS } from './combobox-keys'
import { announcementOf, footInWords } from './find-words'
import { searchedText } from './searched-text'
import { chosenByEnter, type Suggestion } from './suggestions'
import { useSuggestions } from './use-suggestions'

const DEBOUNCE_MS = 150

const PART = 'No call sign or plate is exactly this. Choose a suggestion.'

/** A position as typed, or a suggestion. */
export type Choice = Suggestion | { readonly kind: 'position'; readonly position: Position }

/** State of a field since its text was changed. */
interface Typed {
  readonly text: string
  readonly isOpen: boolean
  readonly activeKey: string | null
  readonly error: string | null
  /** Submitted before its answer was there. */
  readonly awaited: string | null
}

const untyped = (text: string): Typed => ({
  text,
  isOpen: false,
  activeKey: null,
  error: null,
  awaited: null,
})

const nothing: readonly Suggestion[] = []

/**
 * State of a search field.
 * @param given the text for the current position; Escape restores it
 * @param position the current one, which the given text means
 */
export function useFindField({
  given,
  position,
  onChoose,
}: {
  readonly given: string
  readonly position: Position | null
  /** @returns false to keep the typed text */
  readonly onChoose: (choice: Choice) => unknown
}) {
  const [typed, setTyped] = useState(() => untyped(given))
  const [asked, setAsked] = useState<string | null>(null)
  useEffect(() => setTyped(untyped(given)), [given])
  const { text, isOpen, activeKey, error, awaited } = typed
  const change = (part: Partial<Typed>) => setTyped((before) => ({ ...before, ...part }))

  const meant = text === given ? null : searchedText(text)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(meant), meant === null ? 0 : DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [meant])

  const { suggestions, state, isSettled } = useSuggestions(asked)
  const isShown = isOpen && asked !== null && meant !== null
  const options = isShown ? suggestions : nothing
  const active = options.findIndex(({ key }) => key === activeKey)

  function choose(choice: Choice) {
    if (onChoose(choice) === false) change({ isOpen: false, awaited: null })
    else setTyped(untyped(given))
  }

  const answerAwaited = useEffectEvent(() => {
    const chosen = chosenByEnter(awaited ?? '', suggestions)
    if (chosen) return choose(chosen)
    const isPart = suggestions.length > 0
    change({ awaited: null, isOpen: isPart, error: isPart ? PART : footInWords(state) })
  })
  const isAnswered = awaited !== null && awaited === asked && isSettled
  useEffect(() => {
    if (isAnswered) answerAwaited()
  }, [isAnswered])

  function apply({ isOpen, active }: ComboboxState) {
    change({ isOpen, activeKey: active === null ? null : (suggestions[active]?.key ?? null) })
  }

  return {
    text,
    error: error ?? undefined,
    setError: (words: string) => change({ error: words }),
    options,
    /** Index of the option that Enter chooses; -1 for none. */
    active,
    choose,
    /** Below the options, which cover the field's error; null for nothing to say. */
    foot: isShown ? (error ?? footInWords(state)) : null,
    announcement: isShown && isSettled ? announcementOf(state) : '',
    type: (next: string) => change({ text: next, isOpen: true, activeKey: null, error: null, awaited: null }),
    close: () => change({ isOpen: false, activeKey: null }),
    /** The text as it is: a position at once, or else the best suggestion as soon as it is known. */
    submit() {
      const at = text === given && position ? position : parsePositionInput(text)
      if (at) return choose({ kind: 'position', position: at })
      if (meant === null) return change({ isOpen: false, error: `Allowed: ${positionInputAllowed}.` })
      setAsked(meant)
      change({ isOpen: false, error: null, awaited: meant })
    },
    onKeyDown(event: KeyboardEvent) {
      const { key, altKey, ctrlKey, metaKey, shiftKey, nativeEvent } = event
      if (altKey || ctrlKey || metaKey || shiftKey || nativeEvent.isComposing) return
      if (TEXT_KEYS.has(key)) return change({ activeKey: null })
      if (key === 'Enter' && isShown && activeKey !== null && active < 0) {
        // The next answer came first, without the suggestion about to be chosen.
        event.preventDefault()
        return change({ activeKey: null })
      }
      const step = comboboxStep(
        key,
        { isOpen: isShown, active: active < 0 ? null : active },
        asked === null || meant === null ? 0 : suggestions.length,
        text !== given,
      )
      if (!step) return
      event.preventDefault()
      const chosen = suggestions[active]
      if (step.effect === 'choose' && chosen) choose(chosen)
      else if (step.effect === 'restore') setTyped(untyped(given))
      else apply(step)
    },
  }
}

export type FindField = ReturnType<typeof useFindField>
