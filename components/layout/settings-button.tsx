'use client'

import { Settings } from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field, inputClass } from '@/components/ui/field'
import type { Clock } from '@/lib/format/locale'
import { type Theme, usePreferences } from './preferences'

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

export function SettingsButton() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <IconButton label="Display settings" variant="ghost" onClick={() => setIsOpen(true)}>
        <Settings aria-hidden className="size-5" />
      </IconButton>
      {/* Rendered on request: the server knows neither this device's zone nor its list of zones. */}
      {isOpen ? (
        <Dialog label="Display settings" onClose={() => setIsOpen(false)}>
          <SettingsForm />
        </Dialog>
      ) : null}
    </>
  )
}

function SettingsForm() {
  const { theme, zone, clock, set } = usePreferences()
  return (
    <form method="dialog" className="flex flex-col gap-4">
      <h2 className="text-base font-semibold">Display settings</h2>
      <Field label="Theme">
        {(control) => (
          <select
            {...control}
            className={inputClass}
            value={theme}
            onChange={(event) => set({ theme: event.target.value as Theme })}
          >
            {themes.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Field>
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
      <Field label="Clock">
        {(control) => (
          <select
            {...control}
            className={inputClass}
            value={clock}
            onChange={(event) => set({ clock: event.target.value as Clock })}
          >
            {clocks.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Button type="submit" variant="primary" className="self-end">
        Close
      </Button>
    </form>
  )
}
