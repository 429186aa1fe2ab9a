import { type FormEvent, useEffect, useState } from 'react'
import { MomentField, useMomentContext } from '@/components/layout/moment-field'
import { Button } from '@/components/ui/button'
import { SelectField, TextField } from '@/components/ui/field'
import type { AUDIT_ACTIONS } from '@/lib/api/contract/operators'

/** Times are ISO 8601 with offset; an empty text is no filter. */
export type AuditFilters = Readonly<Record<(typeof filterNames)[number], string>>

const textNames = ['operator', 'action', 'subject', 'outcome'] as const
export const filterNames = [...textNames, 'from', 'to'] as const

type Texts = Readonly<Record<(typeof textNames)[number], string>>

interface Draft extends Texts {
  /** Null is a text that is no time. */
  readonly from: string | null
  readonly to: string | null
}

/** Filters apply on "Show"; going back in the history restores them. */
export function AuditFilterForm({
  filters,
  onFilters,
}: {
  readonly filters: AuditFilters
  readonly onFilters: (filters: AuditFilters) => void
}) {
  const contextOf = useMomentContext()
  const [draft, setDraft] = useState<Draft>(filters)
  useEffect(() => setDraft(filters), [filters])
  const filter = (name: (typeof textNames)[number]) => ({
    value: draft[name],
    onChange: (value: string) => setDraft((before) => ({ ...before, [name]: value })),
  })
  const bound = (edge: 'from' | 'to') => ({
    value: draft[edge],
    context: contextOf({ edge }),
    onTime: (time: string | null) => setDraft((before) => ({ ...before, [edge]: time })),
    className: 'max-sm:col-span-2',
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    const { from, to } = draft
    if (from === null || to === null) return
    onFilters({
      ...draft,
      from,
      to,
      operator: draft.operator.trim(),
      subject: draft.subject.trim(),
    })
  }

  return (
    <search>
      <form
        onSubmit={submit}
        noValidate
        className="grid grid-cols-2 items-start gap-3 lg:grid-cols-3 xl:grid-cols-[repeat(4,minmax(0,1fr))_repeat(2,minmax(0,1.35fr))_auto]"
      >
        <TextFilter label="Operator" {...filter('operator')} />
        <ChoiceFilter label="Action" words={auditActions} {...filter('action')} />
        <TextFilter label="Subject" {...filter('subject')} />
        <ChoiceFilter label="Outcome" words={auditOutcomes} {...filter('outcome')} />
        <MomentField label="From" {...bound('from')} />
        <MomentField label="To" {...bound('to')} />
        <Button
          type="submit"
          variant="primary"
          className="max-xl:col-span-full lg:justify-self-start xl:mt-5.25"
        >
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
      placeholder="Any, or part of it"
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

function ChoiceFilter({
  words,
  ...field
}: FilterProps & { readonly words: ReadonlyMap<string, string> }) {
  // The address may contain an unknown choice.
  const isUnknown = field.value !== '' && !words.has(field.value)
  const unknown = isUnknown ? [[field.value, field.value] as const] : []
  return <SelectField {...field} options={[['', 'Any'], ...words, ...unknown]} />
}

const actionWords: Readonly<Record<(typeof AUDIT_ACTIONS)[number], string>> = {
  'sign-in': 'Sign in',
  'sign-out': 'Sign out',
  'change-password': 'Change password',
  'set-up': 'Set up',
  invite: 'Invite',
  'take-back-invitation': 'Revoke invitation',
  'accept-invitation': 'Accept invitation',
  'link-openid': 'Link OpenID account',
  'change-role': 'Change role',
  disable: 'Disable',
  enable: 'Enable',
  'end-sessions': 'End sessions',
  'reset-password': 'Reset password',
  unlock: 'Unlock',
  delete: 'Delete',
  'change-two-factor': 'Change two-factor',
  'open-record': 'Open record',
  'look-up': 'Look up',
  'find-driver': 'Search for a driver',
  export: 'Export',
  'read-audit': 'Read audit',
  watch: 'Watch',
  unwatch: 'Stop watching',
  'add-webhook': 'Add webhook address',
  'revoke-webhook': 'Revoke webhook address',
  'read-status': 'Set the meaning of a status',
  'open-recording': 'Open recording',
  'record-area': 'Record area always',
  'stop-recording-area': 'Stop recording area always',
  'add-passkey': 'Add passkey',
  'remove-passkey': 'Remove passkey',
  'add-token': 'Create token',
  'revoke-token': 'Revoke token',
  'change-home': 'Change home area',
  'save-area': 'Save area for the desk',
  'delete-area': 'Delete area of the desk',
  'change-zones': 'Change zones',
  'change-alert-rule': 'Change a rule of alerts',
}

export const auditActions: ReadonlyMap<string, string> = new Map(Object.entries(actionWords))

export const OK = 'ok'

// Labels of `ok` and of the problem kinds that are recorded.
export const auditOutcomes: ReadonlyMap<string, string> = new Map([
  [OK, 'Done'],
  ['role-required', 'Not permitted'],
  ['sign-in-failed', 'Sign-in failed'],
  ['wrong-code', 'Wrong code'],
  ['too-many-tries', 'Too many attempts'],
  ['link-ended', 'Link expired'],
  ['operator-exists', 'Operator exists'],
  ['last-administrator', 'Last administrator'],
  ['not-found', 'Not found'],
  ['own-account', 'Own account'],
])

export const inWords = (words: ReadonlyMap<string, string>, word: string) => words.get(word) ?? word
