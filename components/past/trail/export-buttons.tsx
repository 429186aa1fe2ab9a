import { Download } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { EXPORT_FORMATS, type ExportFormat } from '@/lib/api/contract/recording'
import { FORMAT_LABELS } from '@/lib/recording/trail/format-tracks'

export function ExportButtons({ onExport }: { readonly onExport: (format: ExportFormat) => void }) {
  return (
    <div className="flex flex-wrap gap-2">
      {EXPORT_FORMATS.map((format) => (
        <Button icon={Download} key={format} onClick={() => onExport(format)}>
          {FORMAT_LABELS[format]}
        </Button>
      ))}
    </div>
  )
}
