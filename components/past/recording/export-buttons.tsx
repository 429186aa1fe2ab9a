import { Download } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { EXPORT_FORMATS, type ExportFormat } from '@/lib/api/contract/recording'

const LABELS: Readonly<Record<ExportFormat, string>> = { geojson: 'GeoJSON', csv: 'CSV' }

export function ExportButtons({
  onExport,
  isBusy = false,
}: {
  readonly onExport: (format: ExportFormat) => void
  readonly isBusy?: boolean
}) {
  return (
    <div className="flex flex-wrap gap-2">
      {EXPORT_FORMATS.map((format) => (
        <Button icon={Download} key={format} isBusy={isBusy} onClick={() => onExport(format)}>
          {LABELS[format]}
        </Button>
      ))}
    </div>
  )
}
