'use client'

import type { ComponentProps } from 'react'
import { useSearchPage } from '@/components/search/search-context'
import { Combobox } from './combobox'
import type { FindField } from './use-find-field'

/** A combobox for addresses, call signs, saved areas and positions. */
export function FindInput({
  find,
  ...input
}: { readonly find: FindField } & Omit<ComponentProps<typeof Combobox>, 'find'>) {
  const { setSheetFull } = useSearchPage()
  const type = (text: string) => {
    find.type(text)
    setSheetFull(true)
  }
  return <Combobox {...input} find={{ ...find, type }} onFocus={({ target }) => target.select()} />
}
