'use client'

import { parseAsInteger, useQueryState } from 'nuqs'
import { useCallback, useEffect, useMemo } from 'react'
import type { OpenedRecord } from '@/components/bookings/opened/records'
import { openedStore, useLook, useOpened } from '@/components/bookings/opened/use-opened'
import { dayFormat, filterRecords, sortRecords } from '@/components/bookings/table/list-view'
import { usePreferences } from '@/components/layout/preferences'
import { DropZone } from './drop-zone'
import { OpenForm } from './open-form'
import { OpenedList } from './opened-list'
import { OpenedRecordPage } from './opened-record-page'
import { ReadingNotice } from './reading-notice'

/** Records pasted, dropped or opened: all as a list, or one. They never leave the browser. */
export function BookingsPage() {
  const opened = useOpened()
  // Its place alone stands in the address, so that the browser's Back leads to the list: nothing of the record does.
  const [place, setPlace] = useQueryState('record', parseAsInteger.withOptions({ history: 'push' }))
  useEffect(() => {
    // It was a place in what is no longer open.
    if (opened.state !== 'open' && place !== null) void setPlace(null, { history: 'replace' })
  }, [opened.state, place, setPlace])
  return (
    <DropZone
      onSource={(source) => openedStore.open(source)}
      openName={opened.state === 'none' ? null : opened.name}
    >
      {opened.state === 'none' ? <OpenForm {...opened} /> : null}
      {opened.state === 'reading' ? <ReadingNotice {...opened} /> : null}
      {opened.state === 'open' ? <OpenedRecords {...opened} place={place} onPlace={setPlace} /> : null}
    </DropZone>
  )
}

function OpenedRecords({
  name,
  records,
  place,
  onPlace,
}: {
  readonly name: string
  readonly records: readonly OpenedRecord[]
  /** Of the record that is looked at, from 1; null for the list. */
  readonly place: number | null
  readonly onPlace: (place: number | null) => void
}) {
  const { filters, sort } = useLook()
  const { zone } = usePreferences()
  const dayOf = useMemo(() => dayFormat(zone ?? undefined), [zone])
  const shown = useMemo(() => filterRecords(records, filters, dayOf), [records, filters, dayOf])
  const sorted = useMemo(() => sortRecords(shown, sort), [shown, sort])
  const show = useCallback(
    (record: OpenedRecord | null) => {
      if (record) openedStore.setLook({ selected: record.index })
      onPlace(record ? record.index + 1 : null)
    },
    [onPlace],
  )
  const record = records.length === 1 ? records[0] : records[(place ?? 0) - 1]
  if (record) return <OpenedRecordPage key={record.index} {...{ name, records, sorted, record, show }} />
  return <OpenedList {...{ name, records, sorted, show }} />
}
