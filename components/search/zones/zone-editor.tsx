import { type FormEvent, useState } from 'react'
import { ProblemNotice } from '@/components/layout/problem-notice'
import { usePage, type ZoneDraft } from '@/components/search/page'
import { useUndo } from '@/components/search/use-undo'
import { useAddressActions } from '@/components/search/view/address'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { SelectField, TextField } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import {
  LARGEST_ZONE_LIMIT,
  LARGEST_ZONE_RADIUS,
  LONGEST_ZONE_NAME,
  SMALLEST_ZONE_RADIUS,
  ZONE_COLOURS,
  type Zone,
  type ZoneShape,
  type ZoneToSave,
} from '@/lib/api/contract/zones'
import { counted } from '@/lib/format/number'
import { safeText } from '@/lib/format/text'
import { formatPosition, parsePosition } from '@/lib/interface/position'
import { zonesFault } from '@/lib/zones/shapes/check-zones'
import { useSaveZones, useZones } from './use-zones'
import { cancelDrawing } from './zone-draft'

const COLOUR_OPTIONS = ZONE_COLOURS.map((colour) => {
  const word = `${colour.charAt(0).toUpperCase()}${colour.slice(1)}`
  return [colour, word] as const
})

/** The zone that is made or changed: what to do on the map, then its dialog. */
export function ZoneEditor({ draft }: { readonly draft: ZoneDraft }) {
  const { store } = usePage()
  const { step, shape, zone } = draft
  if (step !== 'facts') return <DrawingBar step={step} />
  if (!shape) return null
  return (
    <ZoneDialog
      key={zone.id ?? 'new'}
      draft={draft}
      shape={shape}
      onClose={() => store.setState({ zoneDraft: null })}
    />
  )
}

const HINTS = {
  polygon: 'Click the corners of the zone; click the first one again, or press Enter, to finish.',
  circle: 'Click the centre of the zone, then its edge.',
  change: 'Drag the points of the zone. A right-click on a corner removes it.',
} as const

function DrawingBar({ step }: { readonly step: keyof typeof HINTS }) {
  const { store } = usePage()
  const finish = () =>
    store.setState(({ zoneDraft }) => ({ zoneDraft: zoneDraft && { ...zoneDraft, step: 'facts' } }))
  return (
    <div
      data-covers-map
      className="bg-surface border-line shadow-raised flex items-center gap-2 rounded-md border py-1 pr-1 pl-3 text-sm"
    >
      <p role="status">{HINTS[step]}</p>
      {step === 'change' ? (
        <Button variant="primary" onClick={finish}>
          Done
        </Button>
      ) : null}
      <Button onClick={() => cancelDrawing(store)}>Cancel</Button>
    </div>
  )
}

/** Texts of the dialog as they are typed. */
interface Typed {
  readonly name: string
  readonly colour: Zone['colour']
  readonly fewestFree: string
  readonly mostFree: string
  /** Of a circle. */
  readonly centre: string
  readonly radius: string
  /** Index among the zones. */
  readonly place: number
}

function ZoneDialog({
  draft: { zone },
  shape,
  onClose,
}: {
  readonly draft: ZoneDraft
  readonly shape: ZoneShape
  readonly onClose: () => void
}) {
  const { store } = usePage()
  const { showZone } = useAddressActions()
  const { keepUndo } = useUndo()
  const zones = useZones()
  const save = useSaveZones()
  const others = zones.filter(({ id }) => id !== zone.id)
  const knownPlace = zones.findIndex(({ id }) => id === zone.id)
  const [typed, setTyped] = useState<Typed>(() => ({
    name: zone.name,
    colour: zone.colour,
    fewestFree: zone.fewestFree === null ? '' : String(zone.fewestFree),
    mostFree: zone.mostFree === null ? '' : String(zone.mostFree),
    centre: shape.kind === 'circle' ? formatPosition(shape.centre) : '',
    radius: shape.kind === 'circle' ? String(shape.radius) : '',
    place: knownPlace < 0 ? others.length : knownPlace,
  }))
  const [fault, setFault] = useState<string | null>(null)
  const isNew = zone.id === null
  const change = (next: Partial<Typed>) => {
    setFault(null)
    setTyped({ ...typed, ...next })
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (typed.name.trim() === '') return setFault('Give the zone a name.')
    const read = readZone(zone.id, typed, shape)
    if (typeof read === 'string') return setFault(read)
    const found = zonesFault([read, ...others])
    if (found !== null) return setFault(found)
    const put = (known: readonly Zone[]): ZoneToSave[] => {
      const rest: ZoneToSave[] = known.filter(({ id }) => id !== zone.id)
      return rest.toSpliced(typed.place, 0, read)
    }
    save.mutate(put, {
      onSuccess(list) {
        const saved = list.zones.find(({ name }) => name === read.name)
        void showZone(saved?.id ?? null)
        onClose()
      },
    })
  }

  function remove() {
    const removed = zones[knownPlace]
    const put = (known: readonly Zone[]) => known.filter(({ id }) => id !== zone.id)
    save.mutate(put, {
      onSuccess() {
        if (removed) keepUndo(() => putBack(removed), 'zones')
        onClose()
      },
    })
  }

  function putBack(removed: Zone) {
    return save.mutateAsync((known) => known.toSpliced(knownPlace, 0, removed))
  }

  function changeOnMap() {
    const read = readZone(zone.id, typed, shape)
    if (typeof read === 'string') return setFault(read)
    const { shape: typedShape, ...facts } = read
    const next: ZoneDraft = {
      zone: facts,
      shape: typedShape,
      shapeBefore: typedShape,
      step: 'change',
    }
    store.setState({ zoneDraft: next })
  }

  return (
    <Dialog label={isNew ? 'New zone' : 'Zone'} onClose={onClose}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-3">
        <h2 className="text-base font-semibold">{isNew ? 'New zone' : 'Change the zone'}</h2>
        <TextField
          label="Name"
          value={typed.name}
          maxLength={LONGEST_ZONE_NAME}
          autoComplete="off"
          onChange={({ target }) => change({ name: target.value })}
        />
        {shape.kind === 'circle' ? (
          <CircleFields typed={typed} onChange={change} />
        ) : (
          <p className="text-sm">An outline of {counted(shape.points.length, 'point')}.</p>
        )}
        <Button className="self-start" onClick={changeOnMap}>
          Change it on the map
        </Button>
        <div className="flex flex-wrap gap-3">
          <TextField
            label="Free vehicles, at least"
            hint="Empty for no limit."
            className="min-w-32 flex-1"
            inputMode="numeric"
            value={typed.fewestFree}
            onChange={({ target }) => change({ fewestFree: target.value })}
          />
          <TextField
            label="Free vehicles, at most"
            hint="Empty for no limit."
            className="min-w-32 flex-1"
            inputMode="numeric"
            value={typed.mostFree}
            onChange={({ target }) => change({ mostFree: target.value })}
          />
        </div>
        <div className="flex flex-wrap gap-3">
          <SelectField
            label="Colour"
            className="min-w-32 flex-1"
            value={typed.colour}
            options={COLOUR_OPTIONS}
            onChange={(colour) => change({ colour })}
          />
          <SelectField
            label="Place in the list"
            hint="Where zones overlap, the first one counts the vehicle."
            className="min-w-32 flex-1"
            value={typed.place}
            options={placeOptions(others)}
            onChange={(place) => change({ place })}
          />
        </div>
        {fault === null ? null : <Notice tone="danger" title={safeText(fault, 300)} />}
        {save.error ? <ProblemNotice error={save.error} /> : null}
        <div className="flex flex-wrap justify-end gap-2">
          {isNew ? null : (
            <Button isBusy={save.isPending} onClick={remove} className="mr-auto">
              Delete
            </Button>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" isBusy={save.isPending}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function CircleFields({
  typed,
  onChange,
}: {
  readonly typed: Typed
  readonly onChange: (next: Partial<Typed>) => void
}) {
  return (
    <div className="flex flex-wrap gap-3">
      <TextField
        label="Centre"
        hint="Latitude, longitude"
        className="min-w-40 flex-1"
        value={typed.centre}
        onChange={({ target }) => onChange({ centre: target.value })}
      />
      <TextField
        label="Radius in metres"
        className="min-w-32 flex-1"
        inputMode="numeric"
        value={typed.radius}
        onChange={({ target }) => onChange({ radius: target.value })}
      />
    </div>
  )
}

function placeOptions(others: readonly Zone[]): (readonly [number, string])[] {
  const after = others.map(
    ({ name }, at) => [at + 1, `After ${safeText(name, LONGEST_ZONE_NAME)}`] as const,
  )
  return [[0, 'First'], ...after]
}

/** @returns a sentence that says what is wrong with a text */
function readZone(id: string | null, typed: Typed, drawn: ZoneShape): ZoneToSave | string {
  const name = typed.name.trim()
  const fewestFree = readLimit(typed.fewestFree)
  const mostFree = readLimit(typed.mostFree)
  if (fewestFree === undefined || mostFree === undefined) {
    return `A limit is a whole number from 0 to ${LARGEST_ZONE_LIMIT}, or empty.`
  }
  const shape = drawn.kind === 'circle' ? readCircle(typed) : drawn
  if (typeof shape === 'string') return shape
  return { id, name, colour: typed.colour, shape, fewestFree, mostFree }
}

/** @returns undefined for a text that is no limit */
function readLimit(text: string): number | null | undefined {
  const trimmed = text.trim()
  if (trimmed === '') return null
  return /^\d{1,5}$/.test(trimmed) ? Number(trimmed) : undefined
}

function readCircle({ centre, radius }: Typed): ZoneShape | string {
  const position = parsePosition(centre)
  if (!position) return 'Enter the centre as latitude and longitude, like 51.5, -0.12.'
  const metres = Number(radius.trim())
  const isRadius = metres >= SMALLEST_ZONE_RADIUS && metres <= LARGEST_ZONE_RADIUS
  if (isRadius) return { kind: 'circle', centre: position, radius: metres }
  return `The radius is ${SMALLEST_ZONE_RADIUS} to ${LARGEST_ZONE_RADIUS} metres.`
}
