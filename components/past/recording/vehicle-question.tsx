import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { usePreferences } from '@/components/layout/preferences/preferences'
import { QueryState } from '@/components/layout/query-state'
import { Button } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/skeleton'
import type { RecordedArea } from '@/lib/api/contract/recording'
import { useNamesShownBy } from '@/lib/api/queries/names'
import { trailQuery } from '@/lib/api/queries/recording'
import { isVehicleId } from '@/lib/interface/identifiers'
import { FindBoxField, useFindBox } from './find-box'
import { QuestionForm } from './question-form'
import { TrailResult } from './trail-result'
import { useQuestion } from './use-question'

const HOUR_MS = 3_600_000

/** Where was this vehicle? */
export function VehicleQuestion({ areas }: { readonly areas: readonly RecordedArea[] }) {
  const { id, span, set } = useQuestion()
  const names = useNamesShownBy(usePreferences().name)
  const find = useFindBox(id === null ? '' : (names.shown({ id }) ?? id))

  async function vehicleMeant(): Promise<string | null> {
    const text = find.text.trim()
    if (text === '') {
      find.setError('Type a call sign, a plate or a vehicle id.')
      return null
    }
    if (id !== null && (text === id || text === names.shown({ id }))) return id
    const { suggestion, others } = await find.meaning()
    if (suggestion?.kind === 'vehicle') return suggestion.id
    if (others > 0) find.setError('No call sign or plate is exactly this. Choose a suggestion.')
    else if (isVehicleId(text)) return text
    else find.setError('Not a call sign, a plate or a vehicle id.')
    return null
  }

  return (
    <>
      <QuestionForm
        span={span}
        onShow={async (times) => {
          const vehicleId = await vehicleMeant()
          if (times && vehicleId !== null) void set({ id: vehicleId, ...times })
        }}
      >
        <FindBoxField label="Vehicle" placeholder="Call sign, plate or id" find={find} />
      </QuestionForm>
      {id !== null && span ? (
        <Trail key={`${id} ${span.fromMs} ${span.toMs}`} {...{ id, span, areas }} />
      ) : null}
      {id !== null && !span ? <LastHour onShow={set} /> : null}
    </>
  )
}

/** A link named the vehicle only: nothing is opened, and audited, before it was asked for. */
function LastHour({ onShow }: { readonly onShow: ReturnType<typeof useQuestion>['set'] }) {
  const [nowMs] = useState(() => Math.ceil(Date.now() / 1000) * 1000)
  return (
    <Button
      className="self-start"
      onClick={() => void onShow({ from: new Date(nowMs - HOUR_MS), to: new Date(nowMs) })}
    >
      Show the last hour
    </Button>
  )
}

function Trail({
  id,
  span,
  areas,
}: {
  readonly id: string
  readonly span: Parameters<typeof trailQuery>[1]
  readonly areas: readonly RecordedArea[]
}) {
  return (
    <QueryState
      query={useQuery(trailQuery(id, span))}
      loading={<Skeleton label="Reading the recording" lines={8} />}
    >
      {(answers) => <TrailResult answers={answers} id={id} span={span} areas={areas} />}
    </QueryState>
  )
}
