'use client'

import { type FormEvent, useEffect, useState } from 'react'
import { usePreferences } from '@/components/layout/preferences/preferences'
import { useHydrated } from '@/components/layout/use-hydrated'
import { Button } from '@/components/ui/button'
import { SelectField, TextField } from '@/components/ui/field'
import { epochOfLocal, localText } from '@/lib/format/time/zone-time'
import { parseTime } from '@/lib/interface/times'
import { auditActions, auditOutcomes, describeAction, describeOutcome } from './audit-words'

/** Times are ISO 8601 with offset; an empty text is no filter. */
export type AuditFilters = Readonly<
  Record<'operator' | 'action' | 'subject' | 'outcome' | 'from' | 'to', string>
>

/** Filters apply on "Show"; going back in the history restores them. */
export function AuditFilterForm({
  filters,
  onFilters,
}: {
  readonly filters: AuditFilters
  readonly onFilters: (filters: AuditFilters) => void
}) {
  const zone = usePreferences().zone ?? undefined
  const [draft, setDraft] = useState(filters)
  useEffect(() => setDraft(filters), [filters])
  const filter = (name: keyof AuditFilters) => ({
    value: draft[name],
    onChange: (value: string) => setDraft((before) => ({ ...before, [name]: value })),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    onFilters({ ...draft, operator: draft.operator.trim(), subject: draft.subject.trim() })
  }

  return (
    <search>
      <form
        onSubmit={submit}
        noValidate
        className="grid grid-cols-2 items-end gap-3 lg:grid-cols-3 xl:grid-cols-[repeat(4,minmax(0,1fr))_repeat(2,minmax(0,1.35fr))_auto]"
      >
        <TextFilter label="Operator" {...filter('operator')} />
        <ChoiceFilter label="Action" choices={auditActions} describe={describeAction} {...filter('action')} />
        <TextFilter label="Subject" {...filter('subject')} />
        <ChoiceFilter
          label="Outcome"
          choices={auditOutcomes}
          describe={describeOutcome}
          {...filter('outcome')}
        />
        <TimeFilter label="From" zone={zone} {...filter('from')} />
        <TimeFilter label="To" zone={zone} {...filter('to')} />
        <Button type="submit" variant="primary" className="max-xl:col-span-full lg:justify-self-start">
          Show
        </Button>
      </form>
    </search>
  )
}

interface FilterProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
}

function TextFilter({ label, value, onChange }: FilterProps) {
  return (
    <TextField
      label={label}
      required={false}
      value={value}
      maxLength={254}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      placeholder="any or part of it"
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

function ChoiceFilter({
  label,
  value,
  choices,
  describe,
  onChange,
}: FilterProps & { readonly choices: readonly string[]; readonly describe: (choice: string) => string }) {
  // The address may contain an unknown choice.
  const all = value === '' || choices.includes(value) ? choices : [...choices, value]
  return (
    <SelectField
      {...{ label, value, onChange }}
      options={[['', 'Any'], ...all.map((choice) => [choice, describe(choice)] as const)]}
    />
  )
}

function TimeFilter({ label, value, zone, onChange }: FilterProps & { readonly zone: string | undefined }) {
  // The time zone of the device is not known on the server.
  const isHydrated = useHydrated()
  return (
    <TextField
      label={label}
      className="max-sm:col-span-2"
      required={false}
      type="datetime-local"
      value={isHydrated ? fieldOfTime(value, zone) : ''}
      onChange={({ target }) => onChange(timeOfField(target.value, zone))}
    />
  )
}

/** Text of a date-time field for an ISO 8601 time in the zone; empty for an unreadable one. */
export function fieldOfTime(time: string, zone?: string): string {
  const epochMs = parseTime(time)?.epochMs
  return epochMs === undefined ? '' : localText(epochMs, zone)
}

/** The inverse, in UTC: a link means the same in every zone. */
export function timeOfField(text: string, zone?: string): string {
  const epochMs = epochOfLocal(text, zone)
  return epochMs === null ? '' : new Date(epochMs).toISOString().replace('.000', '')
}
