import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { usePreferences } from '@/components/layout/preferences/preferences'
import { ProblemNotice } from '@/components/layout/problem-notice'
import { downloadText } from '@/components/ui/download'
import { SelectField } from '@/components/ui/field'
import { Panel } from '@/components/ui/panel'
import type { AreaSearch } from '@/lib/api/contract/live'
import {
  EXPORT_POINTS_MAXIMUM,
  type ExportFormat,
  type RecordedArea,
} from '@/lib/api/contract/recording'
import { fetchExport, type RecordedSpan } from '@/lib/api/queries/recording'
import { formatCount } from '@/lib/format/number'
import { distanceFormat } from '@/lib/format/position/distance'
import { areaKey } from '@/lib/format/replay-links'
import { formatPosition } from '@/lib/interface/position'
import { exportName, MEDIA_TYPES } from '@/lib/recording/trail/format-tracks'
import { placeWords } from './area-table'
import { ExportButtons } from './export-buttons'
import { QuestionForm, useQuestion } from './question-form'

export function AllVehiclesQuestion({ areas }: { readonly areas: readonly RecordedArea[] }) {
  const { area, span, set } = useQuestion()
  const format = distanceFormat(usePreferences().units)
  const [chosen, setChosen] = useState(area)
  const named = (key: string | null) => areas.find(({ search }) => areaKey(search) === key)
  const selected = named(chosen) ?? areas[0]
  const asked = named(area)

  if (!selected) return null
  return (
    <>
      <QuestionForm
        span={span}
        onShow={(times) => times && void set({ area: areaKey(selected.search), ...times })}
      >
        <SelectField
          label="Recorded area"
          className="min-w-0 flex-[2] basis-56"
          value={areaKey(selected.search)}
          options={areas.map(({ search }) => [areaKey(search), placeWords(search, format)])}
          onChange={setChosen}
        />
      </QuestionForm>
      {asked && span ? <AreaExport search={asked.search} span={span} /> : null}
    </>
  )
}

function AreaExport({
  search,
  span,
}: {
  readonly search: AreaSearch
  readonly span: RecordedSpan
}) {
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
          : `All vehicles in the area during this time, with their stops. Up to ${formatCount(EXPORT_POINTS_MAXIMUM)} positions per file.`}
      </p>
    </Panel>
  )
}
