'use client'

import { useEffect, useRef } from 'react'

/** A form that moves the focus to its first refused field when an error comes, so that it is told. */
export function useFirstWrong(error: unknown) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [error])
  return form
}
