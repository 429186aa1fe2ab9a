'use client'

import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { SuggestionList } from '@/components/search/find/suggestion-list'
import { Field, inputClass } from '@/components/ui/field'
import type { FindBox } from './use-find-box'

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
  const box = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const { options, active, foot, error } = find
  const hasOptions = options.length > 0
  const isWrong = error !== undefined
  useEffect(() => {
    if (isWrong) input.current?.focus()
  }, [isWrong])
  return (
    <Field label={label} error={error} className="min-w-0 flex-[2] basis-56">
      {(control) => (
        <div ref={box}>
          <input
            {...control}
            ref={input}
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
            placeholder={placeholder}
            value={find.text}
            onChange={({ target }) => find.type(target.value)}
            onBlur={find.close}
            onKeyDown={(event: KeyboardEvent) => find.onKeyDown(event)}
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
      )}
    </Field>
  )
}
