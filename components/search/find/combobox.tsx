import {
  type ComponentProps,
  type KeyboardEvent,
  type Ref,
  useEffect,
  useId,
  useState,
} from 'react'
import { inputClass } from '@/components/ui/field'
import { onDemand } from '@/components/ui/on-demand'
import { SEARCH_TEXT_MAXIMUM } from '@/lib/api/contract/places'
import type { Suggestion } from './suggestions'

const SuggestionList = onDemand(() => import('./suggestion-list'), 'SuggestionList')

export function Combobox({
  find,
  ref,
  className = inputClass,
  ...input
}: {
  readonly find: ReturnType<typeof comboboxOf>
  readonly ref: Ref<HTMLInputElement>
} & Omit<ComponentProps<'input'>, 'ref'>) {
  const id = useId()
  const { options, active, foot } = find
  const hasOptions = options.length > 0
  return (
    <div className="relative min-w-0 flex-1">
      <input
        {...input}
        ref={ref}
        type="text"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={hasOptions}
        aria-controls={hasOptions ? id : undefined}
        aria-activedescendant={active < 0 ? undefined : `${id}-${active}`}
        autoComplete="off"
        autoCorrect="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="search"
        value={find.text}
        onChange={({ target }) => find.type(target.value)}
        onBlur={find.close}
        onKeyDown={find.onKeyDown}
        className={className}
      />
      {hasOptions || foot ? (
        <SuggestionList
          id={id}
          options={options}
          active={active}
          foot={foot}
          onChoose={find.choose}
        />
      ) : null}
      <p role="status" className="sr-only">
        {find.announcement}
      </p>
    </div>
  )
}

const DEBOUNCE_MS = 150

const LINK = /^geo:|:\/\//i

// "91,0" is a mistyped position, "17" part of a call sign.
const NUMBERS = /^[-+\d\s.,;:/°'"′″NSEW()]+$/i
const PAIR = /[,;°]|\d\.\d/

/**
 * Whether a text is a position or a link of a map, complete or not:
 * nothing else is searched for it.
 */
const isPositionLike = (text: string) => LINK.test(text) || (NUMBERS.test(text) && PAIR.test(text))

/**
 * The text to search for; null where only a position can be meant, and for a text that is too long.
 */
export function searchedText(typed: string): string | null {
  const text = typed.trim().replaceAll(/\s+/gu, ' ')
  return text === '' || text.length > SEARCH_TEXT_MAXIMUM || isPositionLike(text) ? null : text
}

interface Typing {
  /** Null while the field shows its value. */
  readonly text: string | null
  readonly isOpen: boolean
  readonly activeKey: string | null
  readonly error: string | null
  /** Submitted before its answer was there. */
  readonly submittedText: string | null
}

const UNTYPED: Typing = {
  text: null,
  isOpen: false,
  activeKey: null,
  error: null,
  submittedText: null,
}

/**
 * The text of a field, and the one to search for once it rests.
 * @param subject another one ends what was typed
 */
export function useTyping(subject: string) {
  const [{ of, typing }, setState] = useState({ of: subject, typing: UNTYPED })
  // The list of another subject opens in its place.
  if (of !== subject) setState({ of: subject, typing: { ...UNTYPED, isOpen: typing.isOpen } })
  const searchText = typing.text === null ? null : searchedText(typing.text)
  const [restingText, setRestingText] = useState<string | null>(null)
  useEffect(() => {
    const delayMs = searchText === null ? 0 : DEBOUNCE_MS
    const timer = setTimeout(() => setRestingText(searchText), delayMs)
    return () => clearTimeout(timer)
  }, [searchText])
  return {
    ...typing,
    /** Null where nothing is searched for. */
    searchText,
    /** As `searchText`, once no letter has followed for a moment. */
    restingText,
    /** Does not wait for further letters. */
    searchNow: setRestingText,
    change: (part: Partial<Typing>) =>
      setState((before) => ({ ...before, typing: { ...before.typing, ...part } })),
    reset: () => setState({ of: subject, typing: UNTYPED }),
  }
}

const nothing: readonly Suggestion[] = []

/**
 * State of a text field with suggestions.
 * Source: https://www.w3.org/WAI/ARIA/apg/patterns/combobox/
 * @param value the text while nothing is typed; Escape restores it
 */
export function comboboxOf(
  { text, isOpen, activeKey, error, change, reset }: ReturnType<typeof useTyping>,
  {
    value,
    suggestions,
    foot = null,
    announcement = '',
    choose,
  }: {
    readonly value: string
    readonly suggestions: readonly Suggestion[]
    readonly foot?: string | null
    readonly announcement?: string
    readonly choose: (suggestion: Suggestion) => void
  },
) {
  const isShown = isOpen && (suggestions.length > 0 || foot !== null)
  const options = isOpen ? suggestions : nothing
  const active = options.findIndex(({ key }) => key === activeKey)
  const close = () => change({ isOpen: false, activeKey: null })

  return {
    text: text ?? value,
    error: error ?? undefined,
    options,
    /** Index of the option that Enter chooses; -1 for none. */
    active,
    foot: isOpen ? foot : null,
    announcement: isOpen ? announcement : '',
    choose,
    type: (next: string) => change({ ...UNTYPED, text: next, isOpen: true }),
    close,
    onKeyDown(event: KeyboardEvent) {
      const { key, altKey, ctrlKey, metaKey, shiftKey, nativeEvent } = event
      if (altKey || ctrlKey || metaKey || shiftKey || nativeEvent.isComposing) return
      const option = options[active]
      switch (key) {
        case 'ArrowLeft':
        case 'ArrowRight':
        case 'Home':
        case 'End':
          return change({ activeKey: null })
        case 'ArrowDown':
        case 'ArrowUp': {
          if (suggestions.length === 0) return
          // Beyond either end the text itself is meant again.
          const next =
            key === 'ArrowDown' ? active + 1 : (active < 0 ? suggestions.length : active) - 1
          change({ isOpen: true, activeKey: suggestions[next]?.key ?? null })
          break
        }
        case 'Enter':
          if (!isShown || activeKey === null) return
          if (option) choose(option)
          // The next answer came first, without the suggestion about to be chosen.
          else change({ activeKey: null })
          break
        case 'Escape':
          if (isShown) close()
          else if (text !== null && text !== value) reset()
          else return
          break
        default:
          return
      }
      event.preventDefault()
    },
  }
}
