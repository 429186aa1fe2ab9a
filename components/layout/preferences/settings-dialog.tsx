'use client'

import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field, inputClass } from '@/components/ui/field'
import type { Clock } from '@/lib/format/locale'
import type { Units } from '@/lib/format/position/distance'
import { type ShownNameField, type Theme, usePreferences } from './preferences'

const themes: readonly { value: Theme; label: string }[] = [
  { value: 'system', label: 'Match system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

const clocks: readonly { value: Clock; label: string }[] = [
  { value: 'region', label: 'As usual in your region' },
  { value: '24', label: '24 hours (14:02)' },
  { value: '12', label: '12 hours (2:02 pm)' },
]

const units: readonly { value: Units; label: string }[] = [
  { value: 'kilometres', label: 'Kilometres and metres' },
  { value: 'miles', label: 'Miles' },
]

const names: readonly { value: ShownNameField; label: string }[] = [
  { value: 'our_ref', label: 'Your own reference' },
  { value: 'licence_plate', label: 'Licence plate' },
]

/** Rendered on request: the server knows neither this device's zone nor its list of zones. */
export function SettingsDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog label="Display settings" onClose={onClose}>
      <SettingsForm />
    </Dialog>
  )
}

function SettingsForm() {
  const { theme, zone, clock, units: unit, name, set } = usePreferences()
  return (
    <form method="dialog" className="flex flex-col gap-4">
      <h2 className="text-base font-semibold">Display settings</h2>
      <Choice label="Theme" options={themes} value={theme} onChange={(theme) => set({ theme })} />
      <Field label="Time zone" hint="Times use this zone; hover for the original.">
        {(control) => (
          <select
            {...control}
            className={inputClass}
            value={zone ?? ''}
            onChange={(event) => set({ zone: event.target.value || null })}
          >
            <option value="">This device’s ({Intl.DateTimeFormat().resolvedOptions().timeZone})</option>
            {['UTC', ...Intl.supportedValuesOf('timeZone').filter((name) => name !== 'UTC')].map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        )}
      </Field>
      <Choice label="Clock" options={clocks} value={clock} onChange={(clock) => set({ clock })} />
      <Choice
        label="Distances"
        hint="Prices per kilometre stay as the service gives them."
        options={units}
        value={unit}
        onChange={(units) => set({ units })}
      />
      <Choice
        label="Call sign"
        hint="A vehicle that has only the other one is shown by that."
        options={names}
        value={name}
        onChange={(name) => set({ name })}
      />
      <Button type="submit" variant="primary" className="sticky bottom-0 self-end">
        Close
      </Button>
    </form>
  )
}

function Choice<T extends string>({
  label,
  hint,
  options,
  value,
  onChange,
}: {
  readonly label: string
  readonly hint?: string
  readonly options: readonly { value: T; label: string }[]
  readonly value: T
  readonly onChange: (value: T) => void
}) {
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <select
          {...control}
          className={inputClass}
          value={value}
          onChange={(event) => onChange(event.target.value as T)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
