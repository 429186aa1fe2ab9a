'use client'

import { Notice } from '@/components/ui/notice'
import { Panel } from '@/components/ui/panel'
import { ListForm } from './list-form'
import { ListProgress } from './list-progress'
import { ListResults } from './list-results'
import { useReferenceList } from './use-reference-list'

/** Looks up a pasted column of references, a few at a time. */
export function ListPanel() {
  const { run, state, text, setText, isKept } = useReferenceList()
  return (
    <Panel title="Look up a list" className="flex max-w-4xl flex-col">
      <div className="flex min-w-0 flex-col gap-4">
        <ListForm
          text={text}
          onText={setText}
          isRunning={state.isRunning}
          onStart={(references) => {
            run.load(references.map((reference) => ({ ...reference, outcome: null })))
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
