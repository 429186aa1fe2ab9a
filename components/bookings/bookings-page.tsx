'use client'

import { parseAsInteger, useQueryState } from 'nuqs'
import { useCallback, useEffect, useMemo } from 'react'
import type { OpenedRecord } from '@/components/bookings/opened/records'
import { openedStore, useListState, useOpened } from '@/components/bookings/opened/use-opened'
import { dayFormat, filterRecords, sortRecords } from '@/components/bookings/table/list-view'
import { usePreferences } from '@/components/layout/preferences'
import { DropZone } from './drop-zone'
import { OpenForm } from './open-form'
import { OpenedList } from './opened-list'
import { OpenedRecordPage } from './opened-record-page'
import { ReadingNotice } from './reading-notice'

/** Pasted, dropped or opened records, as a list or one at a time. They never leave the browser. */
export function BookingsPage() {
  const opened = useOpened()
  // Only the number of the record is in the address, so that Back leads to the list.
  const [number, setNumber] = useQueryState('record', parseAsInteger.withOptions({ history: 'push' }))
  useEffect(() => {
    // The number belonged to a source that is no longer open.
    if (opened.state !== 'open' && number !== null) void setNumber(null, { history: 'replace' })
  }, [opened.state, number, setNumber])
  return (
    <DropZone
      onSource={(source) => openedStore.open(source)}
      openName={opened.state === 'none' ? null : opened.name}
    >
      {opened.state === 'none' ? <OpenForm {...opened} /> : null}
      {opened.state === 'reading' ? <ReadingNotice {...opened} /> : null}
      {opened.state === 'open' ? <OpenedRecords {...opened} number={number} onNumber={setNumber} /> : null}
    </DropZone>
  )
}

function OpenedRecords({
  name,
  records,
  number,
  onNumber,
}: {
  readonly name: string
  readonly records: readonly OpenedRecord[]
  /** Of the record that is shown, from 1; null for the list. */
  readonly number: number | null
  readonly onNumber: (number: number | null) => void
}) {
  const { filters, sort } = useListState()
  const { zone } = usePreferences()
  const dayOf = useMemo(() => dayFormat(zone ?? undefined), [zone])
  const shown = useMemo(() => filterRecords(records, filters, dayOf), [records, filters, dayOf])
  const sorted = useMemo(() => sortRecords(shown, sort), [shown, sort])
  const show = useCallback(
    (record: OpenedRecord | null) => {
      if (record) openedStore.setListState({ selected: record.index })
      onNumber(record ? record.index + 1 : null)
    },
    [onNumber],
  )
  const record = records.length === 1 ? records[0] : records[(number ?? 0) - 1]
  if (record) return <OpenedRecordPage key={record.index} {...{ name, records, sorted, record, show }} />
  return <OpenedList {...{ name, records, sorted, show }} />
}
