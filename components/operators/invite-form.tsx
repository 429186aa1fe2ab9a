'use client'

import { UserPlus } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { ProblemNotice } from '@/components/layout/problem-notice'
import { Button } from '@/components/ui/button'
import { Field, inputClass } from '@/components/ui/field'
import { TextField, useFirstWrong } from '@/components/ui/text-field'
import { describeError } from '@/lib/api/errors'
import type { Role } from '@/lib/contract/operators'
import { roles, roleWords } from '@/lib/format/role-words'
import { useInvite } from '@/lib/queries/operators/operators'
import { LinkDialog } from './link-dialog'

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
        <LinkDialog
          label="Invitation link"
          title={`Invitation for ${variables.email}`}
          link={data}
          ifLost="invite them again"
          onClose={() => {
            setEmail('')
            reset()
          }}
        >
          The first person to use it becomes this operator.
        </LinkDialog>
      ) : null}
    </>
  )
}
