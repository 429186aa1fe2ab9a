import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ProblemNotice } from '@/components/layout/problem-notice'
import { SpanForm } from '@/components/past/span-form'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { downloadText } from '@/components/ui/download'
import { SelectField } from '@/components/ui/field'
import type { AreaSearch } from '@/lib/api/contract/live'
import {
  EXPORT_FORMATS,
  EXPORT_POINTS_MAXIMUM,
  type ExportFormat,
} from '@/lib/api/contract/recording'
import { fetchExport, type RecordedSpan } from '@/lib/api/queries/recording'
import { formatCount } from '@/lib/format/number'
import { formatPosition } from '@/lib/interface/position'
import { exportName, FORMAT_LABELS, MEDIA_TYPES } from '@/lib/recording/trail/format-tracks'

const HOUR_MS = 3_600_000

/** Saves the trails of all vehicles of an area: of the hour before a moment, or of other times. */
export function DownloadDialog({
  search,
  atMs,
  onClose,
}: {
  readonly search: AreaSearch
  readonly atMs: number
  readonly onClose: () => void
}) {
  const [format, setFormat] = useState<ExportFormat>('geojson')
  const [hourBefore] = useState<RecordedSpan>({ fromMs: atMs - HOUR_MS, toMs: atMs })
  const download = useMutation({
    mutationFn: async (span: RecordedSpan) => {
      const text = await fetchExport(search, span, format)
      const name = `${formatPosition(search.position)}-${search.radius}m`
      downloadText(exportName(name, span, format), MEDIA_TYPES[format], text)
    },
    onSuccess: onClose,
  })
  return (
    <Dialog label="Download trails" onClose={onClose}>
      <div className="flex flex-col gap-3">
        <h2 className="text-base font-semibold">Download trails of all vehicles</h2>
        <p role="status" className="text-muted text-sm">
          {download.isPending
            ? 'Reading the recording …'
            : `All vehicles in the area during this time, with their stops. Up to ${formatCount(EXPORT_POINTS_MAXIMUM)} positions per file.`}
        </p>
        {download.error ? <ProblemNotice error={download.error} /> : null}
        <SpanForm
          span={hourBefore}
          action="Download"
          isBusy={download.isPending}
          onSpan={(span) => download.mutate(span)}
        >
          <SelectField
            label="Format"
            value={format}
            options={EXPORT_FORMATS.map((name) => [name, FORMAT_LABELS[name]])}
            onChange={setFormat}
          />
        </SpanForm>
        <form method="dialog" className="self-end">
          <Button type="submit">Close</Button>
        </form>
      </div>
    </Dialog>
  )
}
