import { type ComponentProps, type Ref, useId } from 'react'
import { inputClass } from '@/components/ui/field'
import { onDemand } from '@/components/ui/on-demand'
import type { comboboxOf } from './use-combobox'

const SuggestionList = onDemand(() => import('./suggestion-list'), 'SuggestionList')

/** A text field with its suggestions below. */
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
        <SuggestionList id={id} options={options} active={active} foot={foot} onChoose={find.choose} />
      ) : null}
      <p role="status" className="sr-only">
        {find.announcement}
      </p>
    </div>
  )
}
