'use client'

import { Search } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Field, inputClass } from '@/components/ui/field'
import { isOurRef, ourRefAllowed } from '@/lib/schema/identifiers'

/** One field. What was typed stays through every error; going back puts back what was asked then. */
export function LookupForm({
  asked,
  onAsk,
}: {
  readonly asked: string | null
  readonly onAsk: (ourRef: string) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  // The address may hold what cannot be asked for, too.
  const [refused, setRefused] = useState(asked !== null && !isOurRef(asked))

  useEffect(() => input.current?.focus({ preventScroll: true }), [])

  useEffect(() => {
    if (asked === null || !input.current) return
    input.current.value = asked
    setRefused(!isOurRef(asked))
  }, [asked])

  function submit(event: FormEvent) {
    event.preventDefault()
    const typed = input.current?.value ?? ''
    setRefused(!isOurRef(typed))
    if (isOurRef(typed)) onAsk(typed)
    else input.current?.focus()
  }

  return (
    <search>
      <form onSubmit={submit} className="flex max-w-2xl flex-wrap items-start gap-3">
        <Field
          label="Our reference"
          className="min-w-0 flex-1 basis-64"
          error={refused ? `A reference is ${ourRefAllowed}.` : undefined}
        >
          {(control) => (
            <input
              {...control}
              ref={input}
              // Uncontrolled: the browser itself brings back what was typed when the page is reloaded.
              defaultValue={asked ?? ''}
              name="our_ref"
              type="text"
              dir="auto"
              enterKeyHint="search"
              autoCapitalize="none"
              autoCorrect="off"
              spellCheck={false}
              className={`${inputClass} md:min-h-11`}
            />
          )}
        </Field>
        <Button type="submit" variant="primary" className="mt-5 md:min-h-11">
          <Search aria-hidden className="size-4" />
          Look up
        </Button>
      </form>
    </search>
  )
}
