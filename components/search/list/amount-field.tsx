'use client'

import { useEffect, useState } from 'react'
import { viewParameters } from '@/components/search/view/view-parameters'
import { Field, inputClass } from '@/components/ui/field'

/** A number from 0, or nothing; applied on Enter or when the field loses the focus. */
export function AmountField({
  label,
  value,
  onChange,
}: {
  readonly label: string
  readonly value: number | null
  readonly onChange: (value: number | null) => void
}) {
  const given = value === null ? '' : String(value)
  const [text, setText] = useState(given)
  const [isWrong, setIsWrong] = useState(false)
  useEffect(() => {
    setText(given)
    setIsWrong(false)
  }, [given])

  function apply() {
    const trimmed = text.trim()
    const next = trimmed === '' ? null : viewParameters.seats.parse(trimmed)
    const wrong = trimmed !== '' && next === null
    setIsWrong(wrong)
    if (!wrong && next !== value) onChange(next)
  }

  return (
    <Field label={label} error={isWrong ? `Allowed: ${viewParameters.seats.allowed}` : undefined}>
      {(control) => (
        <input
          {...control}
          inputMode="decimal"
          autoComplete="off"
          placeholder="any"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onBlur={apply}
          onKeyDown={(event) => event.key === 'Enter' && apply()}
          className={inputClass}
        />
      )}
    </Field>
  )
}
