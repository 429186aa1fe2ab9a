'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { usePreferences } from '@/components/layout/preferences/preferences'
import { ProblemNotice } from '@/components/layout/problem-notice'
import { Skeleton } from '@/components/ui/skeleton'
import { TextField } from '@/components/ui/text-field'
import { distanceFormat } from '@/lib/format/position/distance'
import { parseRadiusInput, radiusInputAllowed } from '@/lib/format/position/position-input'
import { formatPosition } from '@/lib/interface/position'
import type { Position } from '@/lib/interface/resources'
import { keepPlaceName, placeNamesQuery } from '@/lib/queries/places/place-names'
import { circleQuery, type RecordedSpan } from '@/lib/queries/recording'
import { FindBoxField } from './find-box'
import { type AskedTimes, QuestionForm } from './question-form'
import { useFindBox } from './use-find-box'
import { useQuestion } from './use-question'
import { VisitorsResult } from './visitors-result'

/** The question which vehicles were at a place. */
export function PlaceQuestion() {
  const { position, radius, span, set } = useQuestion()
  const { units } = usePreferences()
  const client = useQueryClient()
  const placeNames = useQuery(placeNamesQuery()).data
  const given = position === null ? '' : formatPosition(position)
  const find = useFindBox('place', placeNames.get(given) ?? given)
  const radiusText = units === 'miles' ? distanceFormat(units)(radius) : String(radius)
  const [text, setText] = useState(radiusText)
  const [wrong, setWrong] = useState(false)
  useEffect(() => setText(radiusText), [radiusText])

  async function show(times: AskedTimes | null) {
    // The text of a radius in miles is rounded.
    const metres = text === radiusText ? radius : parseRadiusInput(text)
    setWrong(metres === null)
    const at = await positionMeant()
    if (!times || metres === null || at === null) return
    void set({ position: formatPosition(at), radius: metres, ...times })
  }

  async function positionMeant(): Promise<Position | null> {
    if (position && find.text === placeNames.get(given)) return position
    const place = await find.place()
    if (place?.name) keepPlaceName(client, place.position, place.name)
    return place?.position ?? null
  }

  return (
    <>
      <QuestionForm span={span} onShow={(times) => void show(times)}>
        <FindBoxField label="Place" placeholder="Address or position" find={find} />
        <TextField
          label="Radius (m, km, mi)"
          value={text}
          error={wrong ? `Allowed: ${radiusInputAllowed}.` : undefined}
          autoComplete="off"
          onChange={({ target }) => setText(target.value)}
          className="w-32"
        />
      </QuestionForm>
      {position && span ? (
        <Visitors key={`${given} ${radius} ${span.fromMs} ${span.toMs}`} {...{ position, radius, span }} />
      ) : null}
    </>
  )
}

function Visitors({
  position,
  radius,
  span,
}: {
  readonly position: Position
  readonly radius: number
  readonly span: RecordedSpan
}) {
  const { data, error, refetch } = useQuery(circleQuery(position, radius, span))
  if (error) return <ProblemNotice error={error} retry={() => void refetch()} />
  if (!data) return <Skeleton label="Reading the recording" lines={8} />
  return <VisitorsResult answers={data} circle={{ position, radius }} span={span} />
}
