import { Bookmark, CarFront, ListFilter, MapPin, UserSearch } from 'lucide-react'
import { safeText } from '@/lib/format/text'
import type { Suggestion } from './suggestions'

const icons = {
  vehicle: CarFront,
  area: Bookmark,
  place: MapPin,
  list: ListFilter,
  drivers: UserSearch,
} as const

const LONGEST = 200

export function SuggestionList({
  id,
  options,
  active,
  foot,
  onChoose,
}: {
  readonly id: string
  readonly options: readonly Suggestion[]
  readonly active: number
  readonly foot: string | null
  readonly onChoose: (suggestion: Suggestion) => void
}) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the field keeps the focus
    <div
      onMouseDown={(event) => event.preventDefault()}
      // A keyboard on the screen is going to cover the lower half.
      className="bg-surface border-line-strong shadow-raised absolute top-full left-0 z-20 mt-1 flex max-h-[calc(100dvh-8rem)] w-96 max-w-[calc(100vw-1rem)] min-w-full flex-col max-md:w-full rounded-md border p-1 text-sm pointer-coarse:max-h-[max(9rem,50dvh-7rem)]"
    >
      {options.length > 0 ? (
        <div
          id={id}
          role="listbox"
          aria-label="Suggestions"
          className="min-h-0 overflow-y-auto overscroll-contain"
        >
          {options.map((option, index) => {
            const { key, kind, name, source } = option
            const Icon = icons[kind]
            const shown = safeText(name, LONGEST)
            const from = safeText(source, LONGEST)
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: keys act in the field
              // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus
              <div
                key={key}
                // Called once an option becomes the active one.
                ref={index === active ? scrollIntoView : undefined}
                id={`${id}-${index}`}
                role="option"
                aria-selected={index === active}
                title={`${shown} (${from})`}
                onClick={() => onChoose(option)}
                className="hover:bg-sunken aria-selected:bg-accent-soft flex min-h-11 cursor-pointer items-center gap-2 rounded-sm px-2 py-0.5 aria-selected:outline-2 aria-selected:-outline-offset-2 aria-selected:outline-focus"
              >
                <Icon aria-hidden className="text-muted size-4 shrink-0" />
                <span className="min-w-0 flex-1">
                  <bdi className="block truncate font-semibold">{shown}</bdi>
                  <span className="text-muted block truncate text-xs">
                    <bdi>{from}</bdi>
                  </span>
                </span>
              </div>
            )
          })}
        </div>
      ) : null}
      {foot ? <p className="text-muted shrink-0 px-2 py-1.5 text-xs">{foot}</p> : null}
    </div>
  )
}

function scrollIntoView(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: 'nearest' })
}
