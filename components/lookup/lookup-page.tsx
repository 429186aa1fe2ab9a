'use client'

import { parseAsString, useQueryState } from 'nuqs'
import { Link } from '@/components/layout/link'
import { Page } from '@/components/layout/page'
import { usePageTitle } from '@/components/layout/use-page-title'
import { buttonClass } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { Panel } from '@/components/ui/panel'
import { safeText } from '@/lib/format/text'
import { isOurRef } from '@/lib/interface/identifiers'
import { ListForm } from './list/list-form'
import { ListProgress } from './list/list-progress'
import { ListResults } from './list/list-results'
import { rowsOf } from './list/list-state'
import { useReferenceList } from './list/use-reference-list'
import { LookupForm } from './lookup-form'
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
      lead="One reference belongs to one vehicle. References must match exactly, including spaces and capitals."
      actions={
        <Link href="/vehicles/example" className={buttonClass()}>
          Example vehicle
        </Link>
      }
    >
      <LookupForm asked={asked} onAsk={(ourRef) => void setAsked(ourRef)} />
      {asked !== null && isOurRef(asked) ? (
        <LookupResult key={asked} ourRef={asked} onAsk={(ourRef) => void setAsked(ourRef)} />
      ) : null}
      <ListPanel />
    </Page>
  )
}

/** Looks up a pasted column of references, a few at a time. */
function ListPanel() {
  const { run, state, text, setText, isKept } = useReferenceList()
  return (
    <Panel title="Look up a list" className="flex flex-col">
      <div className="flex min-w-0 flex-col gap-4">
        <ListForm
          text={text}
          onText={setText}
          isRunning={state.isRunning}
          onStart={(list) => {
            run.load(rowsOf(list))
            run.resume()
          }}
        />
        {isKept ? null : (
          <Notice tone="warning" title="Not saved in this browser">
            Reloading this page discards the list.
          </Notice>
        )}
        {state.rows.length > 0 ? (
          <>
            <ListProgress run={run} state={state} />
            <ListResults rows={state.rows} />
          </>
        ) : null}
      </div>
    </Panel>
  )
}
