'use client'

import { useQueryClient } from '@tanstack/react-query'
import { parseAsInteger, useQueryState } from 'nuqs'
import { useCallback, useEffect, useMemo } from 'react'
import type { OpenedRecord } from '@/components/bookings/opened/records'
import type { SkippedPart } from '@/components/bookings/opened/split-readable'
import { openedStore, useListState, useOpened } from '@/components/bookings/opened/use-opened'
import { sortRecords } from '@/components/bookings/table/list-sort'
import { dayFormat, filterRecords } from '@/components/bookings/table/list-view'
import { Page } from '@/components/layout/page'
import { usePreferences } from '@/components/layout/preferences/preferences'
import { usePageTitle } from '@/components/layout/use-page-title'
import { Button } from '@/components/ui/button'
import { formatCount } from '@/lib/format/number'
import { safeText } from '@/lib/format/text'
import { keepVehicleNames } from '@/lib/queries/vehicle-names'
import { DropZone } from './drop-zone'
import { OpenForm } from './open-form'
import { OpenedList } from './opened-list'
import { OpenedRecordPage } from './opened-record-page'
import { SkippedNotice } from './skipped-notice'

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
  skipped,
  number,
  onNumber,
}: {
  readonly name: string
  readonly records: readonly OpenedRecord[]
  readonly skipped: readonly SkippedPart[]
  /** Of the record that is shown, from 1; null for the list. */
  readonly number: number | null
  readonly onNumber: (number: number | null) => void
}) {
  const client = useQueryClient()
  useEffect(() => keepVehicleNames(client, vehiclesOf(records)), [client, records])
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
  // Not a record's own name: the browser stores titles in its history.
  usePageTitle(record ? null : `${safeText(name, 60)} · Bookings`)
  return (
    <>
      {record && records.length > 1 ? null : <SkippedNotice opened={records.length} skipped={skipped} />}
      {record ? (
        <OpenedRecordPage key={record.index} {...{ name, records, sorted, record, show }} />
      ) : (
        <OpenedList {...{ name, records, sorted, show }} />
      )}
    </>
  )
}

/** The vehicles of bookings, with the references in them. */
function vehiclesOf(records: readonly OpenedRecord[]) {
  return records.flatMap(({ inspected }) => {
    const { vehicle_id: id = null, vehicle_our_ref: our_ref = null } = inspected?.record ?? {}
    return id === null ? [] : { id, our_ref }
  })
}

/** Progress of reading, with a button to stop it. */
function ReadingNotice({
  name,
  read,
  of,
}: {
  readonly name: string
  readonly read: number
  /** Null until the records are counted. */
  readonly of: number | null
}) {
  return (
    <Page title="Bookings" lead={<>Reading {safeText(name, 80)}</>}>
      <div className="bg-surface border-line flex flex-wrap items-center gap-4 rounded-lg border p-4">
        <progress
          aria-label="Records read"
          className="h-3 min-w-48 flex-1"
          max={of ?? 1}
          value={of === null ? undefined : read}
        />
        <p className="text-muted text-sm">
          {of === null ? 'Counting records' : `${formatCount(read)} of ${formatCount(of)} records`}
        </p>
        <Button onClick={() => openedStore.stop()}>Stop</Button>
      </div>
    </Page>
  )
}
