'use client'

import { CircleDot, MapPin, X } from 'lucide-react'
import { type FormEvent, type Ref, useEffect, useState } from 'react'
import { Button, IconButton } from '@/components/ui/button'
import { Field, inputClass } from '@/components/ui/field'
import { parsePositionInput, positionInputAllowed } from '@/lib/format/position/position-input'
import { formatPosition } from '@/lib/interface/position'
import type { Position } from '@/lib/interface/resources'

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
  const given = pickup ? formatPosition(pickup) : ''
  const [text, setText] = useState(given)
  const [isWrong, setIsWrong] = useState(false)
  useEffect(() => {
    setText(given)
    setIsWrong(false)
  }, [given])

  function submit(event: FormEvent) {
    event.preventDefault()
    const position = parsePositionInput(text)
    setIsWrong(position === null)
    if (position) onPoint(position)
  }

  return (
    <form onSubmit={submit} noValidate aria-label="Pick-up point">
      <Field label="Pick-up point" error={isWrong ? `Allowed: ${positionInputAllowed}.` : undefined}>
        {(control) => (
          <div className="flex gap-1.5">
            <input
              ref={field}
              {...control}
              value={text}
              onChange={(event) => setText(event.target.value)}
              placeholder="Position, map link, or click the map"
              autoComplete="off"
              className={`${inputClass} min-w-0 flex-1`}
            />
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
