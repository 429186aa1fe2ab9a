'use client'

import { useQueryClient } from '@tanstack/react-query'
import { CircleDot, MapPin, X } from 'lucide-react'
import type { FormEvent, Ref } from 'react'
import { FindInput } from '@/components/search/find/find-field'
import { type Choice, useFindField } from '@/components/search/find/use-find-field'
import { useNewest } from '@/components/search/find/use-newest'
import { positionOfVehicle } from '@/components/search/find/use-show-vehicle'
import { useSearchPage } from '@/components/search/search-context'
import { useChosenName } from '@/components/search/view/use-saved-areas'
import { Button, IconButton } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { describeError } from '@/lib/api/errors'
import { safeText } from '@/lib/format/text'
import { formatPosition } from '@/lib/interface/position'
import type { Position } from '@/lib/interface/resources'
import { keepPlaceName } from '@/lib/queries/places/place-names'

/** The pick-up point, typed or the search centre; a click on the map sets the first one. */
export function PickupPointForm({
  pickup,
  centre,
  field,
  onPoint,
  isPlacing,
  onPlacing,
  onClose,
}: {
  readonly pickup: Position | null
  readonly centre: Position
  readonly field: Ref<HTMLInputElement>
  readonly onPoint: (position: Position) => void
  /** The next click on the map moves the point. */
  readonly isPlacing: boolean
  readonly onPlacing: (isPlacing: boolean) => void
  readonly onClose: () => void
}) {
  const client = useQueryClient()
  const { setSheetFull } = useSearchPage()
  const chosenName = useChosenName(pickup)
  const given = pickup ? (chosenName ?? formatPosition(pickup)) : ''
  const begin = useNewest(given)
  const find = useFindField({
    given,
    position: pickup,
    onChoose: (choice) => void set(choice),
  })

  async function set(choice: Choice) {
    setSheetFull(false)
    const isNewest = begin()
    const name = safeText(nameOf(choice), 60)
    let at = choice.position
    if (choice.kind === 'vehicle' && !at) {
      try {
        at = await positionOfVehicle(client, choice)
      } catch (error) {
        const words = `The position of ${name} could not be loaded: ${describeError(error).title}.`
        if (isNewest()) find.setError(words)
        return
      }
      if (!isNewest()) return
    }
    if (!at) return find.setError(`${name} has no known position.`)
    // A vehicle goes on.
    if (choice.kind === 'place' || choice.kind === 'area') keepPlaceName(client, at, choice.name)
    onPoint(at)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    find.submit()
  }

  return (
    <form onSubmit={submit} noValidate aria-label="Pick-up point">
      <Field label="Pick-up point" error={find.error}>
        {(control) => (
          <div className="flex gap-1.5">
            <FindInput {...control} find={find} ref={field} placeholder="Address, or click the map" />
            <Button type="submit">Rank</Button>
            {pickup ? (
              <IconButton
                label="Move the pin: click the map"
                aria-pressed={isPlacing}
                onClick={() => onPlacing(!isPlacing)}
                className="aria-pressed:bg-accent-soft"
              >
                <MapPin aria-hidden className="size-4" />
              </IconButton>
            ) : null}
            <IconButton label="Use the search centre" onClick={() => onPoint(centre)}>
              <CircleDot aria-hidden className="size-4" />
            </IconButton>
            {pickup ? (
              <IconButton label="Close the pick-up board" onClick={onClose}>
                <X aria-hidden className="size-4" />
              </IconButton>
            ) : null}
          </div>
        )}
      </Field>
    </form>
  )
}

function nameOf(choice: Choice): string {
  return choice.kind === 'position' ? formatPosition(choice.position) : choice.name
}
