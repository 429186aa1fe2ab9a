'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { usePreferences } from '@/components/layout/preferences/preferences'
import { ProblemNotice } from '@/components/layout/problem-notice'
import { AreaExport } from '@/components/recording/area-export'
import { areaKey, areaWords } from '@/components/recording/areas/area-words'
import { QuestionForm } from '@/components/recording/question-form'
import { useQuestion } from '@/components/recording/use-question'
import { Field, inputClass } from '@/components/ui/field'
import { Skeleton } from '@/components/ui/skeleton'
import type { AreaSearch } from '@/lib/contract/live'
import type { RecordedArea } from '@/lib/contract/recording'
import { distanceFormat } from '@/lib/format/position/distance'
import { countsQuery, type RecordedSpan } from '@/lib/queries/recording'
import { CountsResult } from './counts-result'
import { stepOf } from './counts-steps'

/** How many vehicles were free? */
export function CountsQuestion({ areas }: { readonly areas: readonly RecordedArea[] }) {
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
        <Field label="Recorded area" className="min-w-0 flex-[2] basis-56">
          {(control) => (
            <select
              {...control}
              value={areaKey(selected.search)}
              onChange={({ target }) => setChosen(target.value)}
              className={inputClass}
            >
              {areas.map((one) => (
                <option key={areaKey(one.search)} value={areaKey(one.search)}>
                  {areaWords(one, format)}
                </option>
              ))}
            </select>
          )}
        </Field>
      </QuestionForm>
      {asked && span ? (
        <Counts key={`${area} ${span.fromMs} ${span.toMs}`} search={asked.search} span={span} />
      ) : null}
    </>
  )
}

function Counts({ search, span }: { readonly search: AreaSearch; readonly span: RecordedSpan }) {
  const { data, error, refetch } = useQuery(countsQuery(search, span, stepOf(span)))
  if (error) return <ProblemNotice error={error} retry={() => void refetch()} />
  if (!data) return <Skeleton label="Reading the recording" lines={8} />
  return (
    <>
      <CountsResult answers={data} search={search} span={span} />
      {data.some(({ counts }) => counts.length > 0) ? <AreaExport search={search} span={span} /> : null}
    </>
  )
}
