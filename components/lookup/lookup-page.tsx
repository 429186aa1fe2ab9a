'use client'

import { parseAsString, useQueryState } from 'nuqs'
import { Page } from '@/components/layout/page'
import { isOurRef } from '@/lib/interface/identifiers'
import { ListPanel } from './list-panel'
import { LookupForm } from './lookup-form'
import { LookupResult } from './lookup-result'

// In the tab's history only: a reference can identify a driver.
const ourRefParser = parseAsString.withOptions({ history: 'push' })

/** Finds a vehicle by the fleet's own reference (§4 row 3), which the URL holds. */
export function LookupPage() {
  const [asked, setAsked] = useQueryState('our_ref', ourRefParser)
  return (
    <Page
      title="Look up a vehicle"
      lead="One reference belongs to one vehicle. References must match exactly, including spaces and capitals."
    >
      <LookupForm asked={asked} onAsk={(ourRef) => void setAsked(ourRef)} />
      {asked !== null && isOurRef(asked) ? (
        <LookupResult key={asked} ourRef={asked} onAsk={(ourRef) => void setAsked(ourRef)} />
      ) : null}
      <ListPanel />
    </Page>
  )
}
