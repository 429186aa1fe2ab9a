'use client'

import { useEffect, useRef } from 'react'

/** Ref of a form that focuses its first invalid field on an error, so that screen readers announce it. */
export function useFirstWrong(error: unknown) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [error])
  return form
}
