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
        className={inputClass}
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

const UNTYPED = {
  /** Null while it shows the given text. */
  text: null as string | null,
  isOpen: false,
  activeKey: null as string | null,
  error: null as string | null,
  /** Submitted before its answer was there. */
  awaited: null as string | null,
}

/**
 * The text of a field, and the one to search for once it rests.
 * @param subject another one ends what was typed
 */
export function useTyping(subject: string) {
  const [typed, setTyped] = useState(UNTYPED)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the subject changed
  useEffect(() => setTyped(UNTYPED), [subject])
  const meant = typed.text === null ? null : searchedText(typed.text)
  const [asked, setAsked] = useState<string | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(meant), meant === null ? 0 : DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [meant])
  return {
    ...typed,
    meant,
    /** As `meant`, once it rests. */
    asked,
    setAsked,
    change: (part: Partial<typeof UNTYPED>) => setTyped((before) => ({ ...before, ...part })),
    reset: () => setTyped(UNTYPED),
  }
}

const nothing: readonly Suggestion[] = []

/**
 * State of a text field with suggestions.
 * Source: https://www.w3.org/WAI/ARIA/apg/patterns/combobox/
 * @param given the text while nothing is typed; Escape restores it
 */
export function comboboxOf(
  { text, isOpen, activeKey, error, change, reset }: ReturnType<typeof useTyping>,
  {
    given,
    suggestions,
    foot = null,
    announcement = '',
    choose,
  }: {
    readonly given: string
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
    text: text ?? given,
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
          else if (text !== null && text !== given) reset()
          else return
          break
        default:
          return
      }
      event.preventDefault()
    },
  }
}
