'use client'

import { useEffect, useRef } from 'react'
import { Combobox } from '@/components/search/find/combobox'
import { Field } from '@/components/ui/field'
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
