'use client'

import { Search } from 'lucide-react'
import { parseAsString, useQueryState } from 'nuqs'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Link } from '@/components/layout/link'
import { Page } from '@/components/layout/page'
import { usePageTitle } from '@/components/layout/page-title'
import { Button } from '@/components/ui/button'
import { Field, inputClass } from '@/components/ui/field'
import { safeText } from '@/lib/format/text'
import { isOurRef, ourRefAllowed } from '@/lib/interface/identifiers'
import { ListPanel } from './list/list-panel'
import { LookupResult } from './lookup-result'

// In the tab's history only: a reference can identify a driver.
const ourRefParser = parseAsString.withOptions({ history: 'push' })

/** Finds a vehicle by the fleet's own reference (§4 row 3), which the URL holds. */
export function LookupPage() {
  const [asked, setAsked] = useQueryState('our_ref', ourRefParser)
  usePageTitle(asked ? `${safeText(asked, 60)} · Look up` : null)
  return (
    <Page
      title="Look up a vehicle"
      lead="Enter your own reference exactly, including spaces and capitals. For a plate or part of a call sign, matching vehicles are suggested."
      actions={
        <Link href="/integration/vehicle" button="secondary">
          Example vehicle
        </Link>
      }
    >
      <LookupForm asked={asked} onAsk={(ourRef) => void setAsked(ourRef)} />
      {asked !== null && isOurRef(asked) ? <LookupResult key={asked} ourRef={asked} /> : null}
      <ListPanel />
    </Page>
  )
}

function LookupForm({ asked, onAsk }: { asked: string | null; onAsk: (ourRef: string) => void }) {
  const input = useRef<HTMLInputElement>(null)
  // The URL may hold an invalid reference.
  const [refused, setRefused] = useState(asked !== null && !isOurRef(asked))

  useEffect(() => {
    // On a slow page the list may have been typed into already.
    if (!document.activeElement?.matches('textarea')) input.current?.focus({ preventScroll: true })
  }, [])

  // Only a change of the URL replaces the text.
  const shown = useRef(asked)
  useEffect(() => {
    if (asked === shown.current) return
    shown.current = asked
    if (input.current) input.current.value = asked ?? ''
    setRefused(asked !== null && !isOurRef(asked))
  }, [asked])

  function submit(event: FormEvent) {
    event.preventDefault()
    const typed = input.current?.value ?? ''
    setRefused(!isOurRef(typed))
    if (!isOurRef(typed)) {
      input.current?.focus()
      return
    }
    onAsk(typed)
  }

  return (
    <search>
      <form onSubmit={submit} className="flex max-w-2xl flex-wrap items-start gap-3">
        <Field
          label="Our reference"
          className="min-w-0 flex-1 basis-48"
          error={refused ? `A reference is ${ourRefAllowed}.` : undefined}
        >
          {(control) => (
            <input
              {...control}
              ref={input}
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
        <Button icon={Search} type="submit" variant="primary" className="mt-5.25 md:min-h-11">
          Look up
        </Button>
      </form>
    </search>
  )
}
