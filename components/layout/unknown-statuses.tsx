import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CopyButton } from '@/components/ui/copy-button'
import { Select } from '@/components/ui/field'
import { query } from '@/lib/api/queries/query'
import { statusReading, statusSetting } from '@/lib/format/status/status-style'

const MEANINGS = [
  ['free', 'free'],
  ['busy', 'busy'],
  ['off', 'off duty'],
] as const

const MOST_SHOWN = 8

/** For administrators: the line of the settings that says what a status means which Kerbside does not know. */
export function UnknownStatuses({ statuses }: { readonly statuses: readonly string[] }) {
  const me = useQuery(query('/api/me')).data?.data
  const [of, setOf] = useState<(typeof MEANINGS)[number][0]>('free')
  const lines = statuses.flatMap((status) => {
    const line = status && statusReading(status) === null ? statusSetting(of, status) : null
    return line === null ? [] : [line]
  })
  const mayEdit = me !== undefined && (me.operator === null || me.operator.role === 'administrator')
  if (!mayEdit || lines.length === 0) return null
  return (
    <div className="flex flex-col gap-1 py-1.5 text-xs">
      {/* biome-ignore lint/a11y/noLabelWithoutControl: Select is one */}
      <label>
        To have an unknown status read as{' '}
        <Select value={of} options={MEANINGS} onChange={setOf} className="w-auto! px-1!" /> add its
        line to the settings and restart:
      </label>
      {lines.slice(0, MOST_SHOWN).map((line) => (
        <span key={line} className="flex items-center gap-1">
          <code className="bg-sunken min-w-0 flex-1 rounded px-1 [overflow-wrap:anywhere]">
            {line}
          </code>
          <CopyButton what={line} text={line} />
        </span>
      ))}
    </div>
  )
}
