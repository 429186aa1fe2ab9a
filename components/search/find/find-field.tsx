'use client'

import { type ComponentProps, type Ref, useId, useRef } from 'react'
import { useSearchPage } from '@/components/search/search-context'
import { inputClass } from '@/components/ui/field'
import { onDemand } from '@/components/ui/on-demand'
import type { FindField } from './use-find-field'

const SuggestionList = onDemand(() => import('./suggestion-list').then((part) => part.SuggestionList))

/** A combobox for addresses, call signs, saved areas and positions. */
export function FindInput({
  find,
  ref,
  ...input
}: {
  readonly find: FindField
  readonly ref: Ref<HTMLInputElement>
} & Omit<ComponentProps<'input'>, 'ref'>) {
  const { setSheetFull } = useSearchPage()
  const box = useRef<HTMLDivElement>(null)
  const id = useId()
  const { options, active, foot } = find
  const hasOptions = options.length > 0
  return (
    <div ref={box} className="min-w-0 flex-1">
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
        onChange={({ target: { value } }) => {
          find.type(value)
          setSheetFull(true)
        }}
        onFocus={({ target }) => target.select()}
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
          anchor={box}
          onChoose={find.choose}
        />
      ) : null}
      <p role="status" className="sr-only">
        {find.announcement}
      </p>
    </div>
  )
}
