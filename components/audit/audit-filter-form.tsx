'use client'

import { type FormEvent, useEffect, useState } from 'react'
import { usePreferences } from '@/components/layout/preferences'
import { useHydrated } from '@/components/layout/use-hydrated'
import { Button } from '@/components/ui/button'
import { Field, inputClass } from '@/components/ui/field'
import type { AuditFilters } from '@/lib/queries/audit'
import { fieldOfTime, timeOfField } from './audit-times'
import { auditActions, auditOutcomes, describeAction, describeOutcome } from './audit-words'

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
  const change = (name: keyof AuditFilters, value: string) =>
    setDraft((before) => ({ ...before, [name]: value }))

  function submit(event: FormEvent) {
    event.preventDefault()
    onFilters({ ...draft, operator: draft.operator.trim(), subject: draft.subject.trim() })
  }

  return (
    <search>
      <form
        onSubmit={submit}
        noValidate
        className="grid grid-cols-2 items-end gap-3 lg:grid-cols-[repeat(4,minmax(0,1fr))_repeat(2,minmax(0,1.35fr))_auto]"
      >
        <TextFilter label="Operator" value={draft.operator} onChange={(value) => change('operator', value)} />
        <ChoiceFilter
          label="Action"
          value={draft.action}
          choices={auditActions}
          describe={describeAction}
          onChange={(value) => change('action', value)}
        />
        <TextFilter label="Subject" value={draft.subject} onChange={(value) => change('subject', value)} />
        <ChoiceFilter
          label="Outcome"
          value={draft.outcome}
          choices={auditOutcomes}
          describe={describeOutcome}
          onChange={(value) => change('outcome', value)}
        />
        <TimeFilter label="From" value={draft.from} zone={zone} onChange={(value) => change('from', value)} />
        <TimeFilter label="To" value={draft.to} zone={zone} onChange={(value) => change('to', value)} />
        <Button type="submit" variant="primary" className="max-lg:col-span-2">
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
    <Field label={label}>
      {(control) => (
        <input
          {...control}
          value={value}
          maxLength={254}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="any or part of it"
          onChange={({ target }) => onChange(target.value)}
          className={inputClass}
        />
      )}
    </Field>
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
    <Field label={label}>
      {(control) => (
        <select
          {...control}
          value={value}
          onChange={({ target }) => onChange(target.value)}
          className={inputClass}
        >
          <option value="">Any</option>
          {all.map((choice) => (
            <option key={choice} value={choice}>
              {describe(choice)}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

function TimeFilter({ label, value, zone, onChange }: FilterProps & { readonly zone: string | undefined }) {
  // The time zone of the device is not known on the server.
  const isHydrated = useHydrated()
  return (
    <Field label={label} className="max-sm:col-span-2">
      {(control) => (
        <input
          {...control}
          type="datetime-local"
          value={isHydrated ? fieldOfTime(value, zone) : ''}
          onChange={({ target }) => onChange(timeOfField(target.value, zone))}
          className={inputClass}
        />
      )}
    </Field>
  )
}
