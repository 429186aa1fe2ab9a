import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { SelectField } from '@/components/ui/field'
import { type Preferences, usePreferences } from './preferences'

const choices: readonly {
  readonly name: Exclude<keyof Preferences, 'zone'>
  readonly label: string
  readonly hint?: string
  readonly options: readonly (readonly [value: string, label: string])[]
}[] = [
  {
    name: 'theme',
    label: 'Theme',
    options: [
      ['system', 'Match system'],
      ['light', 'Light'],
      ['dark', 'Dark'],
    ],
  },
  {
    name: 'clock',
    label: 'Clock',
    options: [
      ['region', 'As usual in your region'],
      ['24', '24 hours (14:02)'],
      ['12', '12 hours (2:02 pm)'],
    ],
  },
  {
    name: 'units',
    label: 'Distances',
    hint: 'Prices per kilometre are shown as received.',
    options: [
      ['kilometres', 'Kilometres and metres'],
      ['miles', 'Miles'],
    ],
  },
  {
    name: 'name',
    label: 'Call sign',
    hint: 'Vehicles that lack it are shown by the other one.',
    options: [
      ['our_ref', 'Your own reference'],
      ['licence_plate', 'Licence plate'],
    ],
  },
]

/** Rendered on request: the server knows neither this device's zone nor its list of zones. */
export function SettingsDialog({ onClose }: { readonly onClose: () => void }) {
  const preferences = usePreferences()
  return (
    <Dialog label="Display settings" onClose={onClose}>
      <form method="dialog" className="flex flex-col gap-4">
        <h2 className="text-base font-semibold">Display settings</h2>
        {choices.map(({ name, label, hint, options }) => (
          <SelectField
            key={name}
            label={label}
            hint={hint}
            options={options}
            value={preferences[name]}
            onChange={(value) => preferences.set({ [name]: value })}
          />
        ))}
        <SelectField
          label="Time zone"
          hint="Times use this zone; hover for the original."
          value={preferences.zone ?? ''}
          options={zoneOptions()}
          onChange={(zone) => preferences.set({ zone: zone || undefined })}
        />
        <Button type="submit" variant="primary" className="sticky bottom-0 self-end">
          Close
        </Button>
      </form>
    </Dialog>
  )
}

function zoneOptions(): (readonly [value: string, label: string])[] {
  const ofDevice = Intl.DateTimeFormat().resolvedOptions().timeZone
  const others = Intl.supportedValuesOf('timeZone').filter((name) => name !== 'UTC')
  const named = ['UTC', ...others].map((name) => [name, name] as const)
  return [['', `This device’s (${ofDevice})`], ...named]
}
