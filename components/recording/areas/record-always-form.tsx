import { type FormEvent, useState } from 'react'
import { useDistance } from '@/components/layout/preferences/use-distance'
import { ProblemNotice } from '@/components/layout/problem-notice'
import { FindBoxField } from '@/components/recording/find-box'
import { useFindBox } from '@/components/recording/use-find-box'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/text-field'
import type { RecordedAreas } from '@/lib/contract/recording'
import { counted } from '@/lib/format/number'
import { parseRadiusInput, radiusInputAllowed } from '@/lib/format/position/position-input'
import { useRecordAlways } from '@/lib/queries/recording'
import { alwaysWords } from './area-words'

const NAME_LENGTH = 80
const nothing = { name: '', radius: '2 km' }

/** Names an area that is recorded from now on, also while it is not watched. */
export function RecordAlwaysForm({
  recorded: { areas, callsPerSecond },
}: {
  readonly recorded: Pick<RecordedAreas, 'areas' | 'callsPerSecond'>
}) {
  const format = useDistance()
  const find = useFindBox('place', '')
  const [texts, setTexts] = useState(nothing)
  const [wrong, setWrong] = useState({ name: false, radius: false })
  const { mutate, data, variables, isPending, error, reset } = useRecordAlways()

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isPending) return
    const name = texts.name.trim()
    const radius = parseRadiusInput(texts.radius)
    setWrong({ name: name === '', radius: radius === null })
    const place = await find.place()
    if (name === '' || radius === null || !place) return
    mutate({ name, position: place.position, radius, type: null }, { onSuccess: () => setTexts(nothing) })
  }

  function type(change: Partial<typeof nothing>) {
    setTexts({ ...texts, ...change })
    setWrong({ name: false, radius: false })
    if (data !== undefined || error) reset()
  }

  return (
    <>
      <p className="text-muted mb-3 text-sm">
        Recorded also while it is not on a map: for all such areas together Kerbside asks the service up to{' '}
        {counted(callsPerSecond, 'time')} a second. An area that takes more is left out: the list says which,
        within two minutes. Agree on it with those whose whereabouts are recorded.
      </p>
      <form onSubmit={submit} noValidate className="flex flex-wrap items-start gap-3">
        <TextField
          label="Name"
          value={texts.name}
          error={wrong.name ? 'Enter a name.' : undefined}
          maxLength={NAME_LENGTH}
          autoComplete="off"
          onChange={({ target }) => type({ name: target.value })}
          className="min-w-0 flex-1 basis-40"
        />
        <FindBoxField label="Place" placeholder="Address or position" find={find} />
        <TextField
          label="Radius (m, km, mi)"
          value={texts.radius}
          error={wrong.radius ? `Allowed: ${radiusInputAllowed}.` : undefined}
          autoComplete="off"
          onChange={({ target }) => type({ radius: target.value })}
          className="w-32"
        />
        <Button type="submit" variant="primary" aria-disabled={isPending} className="max-md:w-full md:mt-5">
          Record always
        </Button>
      </form>
      {error ? <ProblemNotice error={error} /> : null}
      <p role="status" className="mt-2 text-sm empty:hidden">
        {data !== undefined && variables ? alwaysWords(variables, areas, format) : ''}
      </p>
    </>
  )
}
