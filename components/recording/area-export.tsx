'use client'

import { useMutation } from '@tanstack/react-query'
import { ProblemNotice } from '@/components/layout/problem-notice'
import { downloadText } from '@/components/ui/download'
import { Panel } from '@/components/ui/panel'
import type { AreaSearch } from '@/lib/contract/live'
import { EXPORT_POINTS_MAXIMUM, type ExportFormat } from '@/lib/contract/recording-limits'
import { formatCount } from '@/lib/format/number'
import { formatPosition } from '@/lib/interface/position'
import { fetchExport, type RecordedSpan } from '@/lib/queries/recording'
import { exportName } from '@/lib/trail/export-name'
import { MEDIA_TYPES } from '@/lib/trail/format-tracks'
import { ExportButtons } from './export-buttons'

/** The trails of all vehicles as a file. */
export function AreaExport({ search, span }: { readonly search: AreaSearch; readonly span: RecordedSpan }) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (format: ExportFormat) => {
      const text = await fetchExport(search, span, format)
      const name = `${formatPosition(search.position)}-${search.radius}m`
      downloadText(exportName(name, span, format), MEDIA_TYPES[format], text)
    },
  })
  return (
    <Panel
      title="Trails of all vehicles"
      actions={<ExportButtons onExport={(format) => mutate(format)} isBusy={isPending} />}
    >
      {error ? <ProblemNotice error={error} /> : null}
      <p role="status" className="text-muted text-sm">
        {isPending
          ? 'Reading the recording …'
          : `Every vehicle of the area in this time, with its stops. At most ${formatCount(EXPORT_POINTS_MAXIMUM)} positions a file.`}
      </p>
    </Panel>
  )
}
