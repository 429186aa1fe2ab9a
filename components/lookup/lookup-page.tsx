'use client'

import { parseAsString, useQueryState } from 'nuqs'
import { Page } from '@/components/layout/page'
import { isOurRef } from '@/lib/interface/identifiers'
import { ListPanel } from './list-panel'
import { LookupForm } from './lookup-form'
import { LookupResult } from './lookup-result'

// Pushed, so that back and forward walk through what was asked. It is kept nowhere else: a reference leads to people.
const ourRefParser = parseAsString.withOptions({ history: 'push' })

/** Finds a vehicle by the fleet's own reference (§4 row 3). What was asked stands in the address. */
export function LookupPage() {
  const [asked, setAsked] = useQueryState('our_ref', ourRefParser)
  return (
    <Page
      title="Look up a vehicle"
      lead="One reference belongs to one vehicle. References are compared letter by letter, spaces and capitals included."
    >
      <LookupForm asked={asked} onAsk={(ourRef) => void setAsked(ourRef)} />
      {asked !== null && isOurRef(asked) ? (
        <LookupResult key={asked} ourRef={asked} onAsk={(ourRef) => void setAsked(ourRef)} />
      ) : null}
      <ListPanel />
    </Page>
  )
}
