'use client'

import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { emailField, Form } from '@/components/layout/form'
import { Field, inputClass } from '@/components/ui/field'
import type { Role } from '@/lib/api/contract/operators'
import { useInvite } from '@/lib/api/queries/operators/operators'
import { roles, roleWords } from '@/lib/format/role-words'
import { LinkDialog } from './link-dialog'

const ROOM = 'min-w-0 flex-1 basis-64'

/**
 * E-mail and role of a new operator. The typed text stays until the invitation exists; its link is shown once, since the
 * server stores only its hash.
 */
export function InviteForm() {
  const [role, setRole] = useState<Role>('dispatcher')
  const request = useInvite()
  const { mutate, data, variables, reset } = request
  return (
    <>
      <Form
        schema={{
          email: { ...emailField, label: 'E-mail', autoComplete: 'off', spellCheck: false, className: ROOM },
        }}
        request={request}
        action={
          <>
            <UserPlus aria-hidden className="size-4" />
            Invite
          </>
        }
        busy="Inviting"
        layout="row"
        onSubmit={({ email }, form) => mutate({ email, role }, { onSuccess: () => form.reset() })}
      >
        <Field label="Role" className={ROOM} hint={roleWords[role].may}>
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
      </Form>
      {data && variables ? (
        <LinkDialog
          label="Invitation link"
          title={`Invitation for ${variables.email}`}
          link={data}
          ifLost="invite them again"
          onClose={reset}
        >
          The first person to use it becomes this operator.
        </LinkDialog>
      ) : null}
    </>
  )
}
