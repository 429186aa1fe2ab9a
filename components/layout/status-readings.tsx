import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import { IconButton } from '@/components/ui/button'
import { Select } from '@/components/ui/field'
import { call } from '@/lib/api/client/call'
import { describeError } from '@/lib/api/client/errors'
import {
  LONGEST_STATUS,
  STATUS_CLASSES,
  type StatusClass,
} from '@/lib/api/contract/status-readings'
import { query } from '@/lib/api/queries/query'
import {
  onStatusWords,
  setStatusReadings,
  statusWordsVersion,
} from '@/lib/format/status/given-readings'
import { statusReading } from '@/lib/format/status/status-reading'
import { statusMeanings } from '@/lib/format/status/status-words'
import { safeText } from '@/lib/format/text'
import { isStatusWord } from '@/lib/interface/statuses'

/** Draws again when the reading of a status has changed. */
export function useStatusWords(): void {
  useSyncExternalStore(onStatusWords, statusWordsVersion, statusWordsVersion)
}

const CHOICES = [
  ['unknown', 'not known'],
  ...STATUS_CLASSES.map((of) => [of, statusMeanings[of]] as const),
] as const

const MOST_SHOWN = 20

/**
 * For administrators: says what a status means which Kerbside does not know, for
 * every operator and at once.
 * @param statuses as received
 * @param areAllListed also what was said before, to change it or take it back
 */
export function StatusReadings({
  statuses,
  areAllListed = false,
}: {
  readonly statuses: readonly string[]
  readonly areAllListed?: boolean
}) {
  useStatusWords()
  const client = useQueryClient()
  const me = useQuery(query('/api/me')).data?.data
  const readings = useQuery(query('/api/status-readings')).data?.data ?? []
  const change = useMutation({
    mutationFn: (body: { readonly status: string; readonly of: StatusClass | null }) =>
      call('PUT /api/status-readings', {}, body),
    onSuccess: async () => {
      const { data } = await client.fetchQuery({ ...query('/api/status-readings'), staleTime: 0 })
      setStatusReadings(data)
    },
  })
  const isAdministrator =
    me !== undefined && (me.operator === null || me.operator.role === 'administrator')
  if (!isAdministrator) return null
  const isUnknown = (status: string) =>
    isStatusWord(status) && status.length <= LONGEST_STATUS && statusReading(status) === null
  const unknown = statuses.filter(isUnknown).slice(0, MOST_SHOWN)
  const listed = areAllListed ? readings : []
  if (unknown.length + listed.length === 0) return null
  return (
    <fieldset className="flex flex-col gap-1 py-1.5 text-xs" disabled={change.isPending}>
      <legend>Set what these statuses mean, for everyone:</legend>
      {unknown.map((status) => (
        <UnknownStatus
          key={status}
          status={status}
          onRead={(of) => change.mutate({ status, of })}
        />
      ))}
      {listed.map(({ status, of, readBy }) => (
        <div key={status} className="flex items-center gap-1">
          <bdi className="min-w-0 flex-1 [overflow-wrap:anywhere]">{safeText(status, 60)}</bdi>
          <span title={remarkOn(status, readBy)}>{statusMeanings[of]}</span>
          <IconButton
            icon={X}
            label={`Clear the meaning of ${safeText(status, 60)}`}
            variant="ghost"
            onClick={() => change.mutate({ status, of: null })}
          />
        </div>
      ))}
      {change.error ? (
        <p role="alert" className="text-danger">
          {describeError(change.error).title}
        </p>
      ) : null}
    </fieldset>
  )
}

function UnknownStatus({
  status,
  onRead,
}: {
  readonly status: string
  readonly onRead: (of: StatusClass) => void
}) {
  const [of, setOf] = useState<(typeof CHOICES)[number][0]>('unknown')
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: Select is one
    <label className="flex items-center gap-1">
      <bdi className="min-w-0 flex-1 [overflow-wrap:anywhere]">{safeText(status, 60)}</bdi>
      <Select
        value={of}
        options={CHOICES}
        onChange={(chosen) => {
          setOf(chosen)
          if (chosen !== 'unknown') onRead(chosen)
        }}
        className="w-auto! px-1!"
      />
    </label>
  )
}

function remarkOn(status: string, readBy: string | null): string {
  const by = readBy === null ? 'Set here' : `Set by ${safeText(readBy, 60)}`
  return statusReading(status)?.by === 'setting' ? `${by}; overridden by a server setting` : by
}
