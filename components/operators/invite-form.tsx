'use client'

import { UserPlus } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { ProblemNotice } from '@/components/layout/problem-notice'
import { useZoneTime } from '@/components/layout/use-zone-time'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { Dialog } from '@/components/ui/dialog'
import { Field, inputClass } from '@/components/ui/field'
import { TextField } from '@/components/ui/text-field'
import { useFirstWrong } from '@/components/ui/use-first-wrong'
import { describeError } from '@/lib/api/errors'
import type { Role } from '@/lib/contract/operators'
import { roles, roleWords } from '@/lib/format/role-words'
import { useInvite } from '@/lib/queries/operators'

/**
 * E-mail and role of a new operator. The typed text stays until the invitation exists; its link is shown once, since the
 * server stores only its hash.
 */
export function InviteForm() {
  const input = useRef<HTMLInputElement>(null)
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('dispatcher')
  const [isRefused, setIsRefused] = useState(false)
  const { mutate, data, variables, isPending, error, reset } = useInvite()
  const form = useFirstWrong(error)
  const problem = error ? describeError(error) : null
  const write = useZoneTime()

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isPending) return
    const isValid = input.current?.validity.valid ?? false
    setIsRefused(!isValid)
    if (isValid) mutate({ email: email.trim(), role })
    else input.current?.focus()
  }

  return (
    <>
      <form ref={form} onSubmit={submit} noValidate className="flex flex-col gap-3">
        <div className="flex flex-wrap items-start gap-3">
          <TextField
            ref={input}
            label="E-mail"
            type="email"
            className="min-w-0 flex-1 basis-64"
            error={
              isRefused || problem?.parameter === 'email'
                ? 'Enter an e-mail address, like name@example.com.'
                : undefined
            }
            maxLength={254}
            autoComplete="off"
            spellCheck={false}
            value={email}
            onChange={({ target }) => {
              setEmail(target.value)
              setIsRefused(false)
              if (error) reset()
            }}
          />
          <Field label="Role" className="min-w-0 flex-1 basis-64" hint={roleWords[role].may}>
            {(control) => (
              <select
                {...control}
                value={role}
                onChange={({ target }) => setRole(target.value as Role)}
                className={inputClass}
              >
                {roles.map((value) => (
                  <option key={value} value={value}>
                    {roleWords[value].label}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <Button type="submit" variant="primary" aria-disabled={isPending} className="md:mt-5 max-md:w-full">
            <UserPlus aria-hidden className="size-4" />
            {isPending ? 'Inviting' : 'Invite'}
          </Button>
        </div>
        {error && problem?.parameter !== 'email' ? <ProblemNotice error={error} /> : null}
      </form>
      {data && variables ? (
        <Dialog
          label="Invitation link"
          onClose={() => {
            setEmail('')
            reset()
          }}
        >
          <div className="flex flex-col gap-3">
            <h2 className="text-base font-semibold [overflow-wrap:anywhere]">
              Invitation for {variables.email}
            </h2>
            <p className="text-sm">
              Send them this link yourself; Kerbside sends no e-mail.{' '}
              <strong>It won’t be shown again.</strong> The first person to use it becomes this operator.
            </p>
            <div className="border-line-strong bg-sunken flex items-center gap-2 rounded-md border py-1 pr-1 pl-3">
              <code className="min-w-0 flex-1 text-sm select-all [overflow-wrap:anywhere]">{data.url}</code>
              <CopyButton text={data.url} what="the link" />
            </div>
            <p className="text-muted text-sm">
              It works once and expires on {write(data.expiresAt)}. If it gets lost, revoke the invitation and
              invite again.
            </p>
            <form method="dialog" className="self-end">
              <Button type="submit" variant="primary">
                Done
              </Button>
            </form>
          </div>
        </Dialog>
      ) : null}
    </>
  )
}
