import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { QueryState } from '@/components/layout/query-state'
import { SpanForm } from '@/components/past/span-form'
import { IconButton } from '@/components/ui/button'
import { Panel } from '@/components/ui/panel'
import { Skeleton } from '@/components/ui/skeleton'
import { query } from '@/lib/api/queries/query'
import { type RecordedSpan, trailQuery } from '@/lib/api/queries/recording'
import { counted } from '@/lib/format/number'
import { TrailResult } from './trail-result'

/** Where a vehicle was in a span of the past, out of the recordings. */
export function PastPanel({
  vehicleId,
  span,
  onSpan,
}: {
  readonly vehicleId: string
  readonly span: RecordedSpan
  /** @param span null closes the panel */
  readonly onSpan: (span: RecordedSpan | null) => void
}) {
  const keptHours = useQuery(query('/api/service')).data?.data.recordingHours ?? 0
  const hasAuditLog = Boolean(useQuery(query('/api/me')).data?.data.operator)
  const areas = useQuery(query('/api/recording/areas')).data?.data.areas ?? []
  const trail = useQuery(trailQuery(vehicleId, span))
  return (
    <>
      <Panel
        title="Where it was"
        className="print:hidden"
        actions={<IconButton icon={X} label="Close" variant="ghost" onClick={() => onSpan(null)} />}
      >
        <SpanForm span={span} action="Show" onSpan={onSpan} />
        <p className="text-muted mt-2 text-sm">
          {keptHours === 0
            ? 'Recording is switched off. An administrator can switch it on.'
            : `Recordings are kept for ${counted(keptHours, 'hour')}${hasAuditLog ? '; each opening is in the audit log' : ''}.`}
        </p>
      </Panel>
      <QueryState query={trail} loading={<Skeleton label="Reading the recording" lines={8} />}>
        {(answers) => (
          <TrailResult
            key={`${span.fromMs} ${span.toMs}`}
            answers={answers}
            id={vehicleId}
            span={span}
            areas={areas}
          />
        )}
      </QueryState>
    </>
  )
}
