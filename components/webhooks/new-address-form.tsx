'use client'

import { Plus } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { ProblemNotice } from '@/components/layout/problem-notice'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/text-field'
import { useNewWebhookAddress } from '@/lib/queries/bookings/webhook-addresses'
import { AddressDialog } from './address-dialog'

/** Names a new address. The typed text stays until the address exists, which is shown once. */
export function NewAddressForm() {
  const input = useRef<HTMLInputElement>(null)
  const [name, setName] = useState('')
  const [isRefused, setIsRefused] = useState(false)
  const { mutate, data, variables = '', isPending, error, reset } = useNewWebhookAddress()

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isPending) return
    const isValid = name.trim() !== ''
    setIsRefused(!isValid)
    if (isValid) mutate(name.trim())
    else input.current?.focus()
  }

  return (
    <>
      <form onSubmit={submit} noValidate className="flex flex-col gap-3">
        <div className="flex flex-wrap items-start gap-3">
          <TextField
            ref={input}
            label="Name"
            hint="What is registered where, such as “Booking service, production”."
            className="min-w-0 flex-1 basis-64"
            error={isRefused ? 'Enter a name.' : undefined}
            maxLength={80}
            autoComplete="off"
            value={name}
            onChange={({ target }) => {
              setName(target.value)
              setIsRefused(false)
              if (error) reset()
            }}
          />
          <Button type="submit" variant="primary" aria-disabled={isPending} className="md:mt-5 max-md:w-full">
            <Plus aria-hidden className="size-4" />
            {isPending ? 'Creating' : 'Create address'}
          </Button>
        </div>
        {error ? <ProblemNotice error={error} /> : null}
      </form>
      {data ? (
        <AddressDialog
          name={variables}
          url={data.url}
          onClose={() => {
            setName('')
            reset()
            input.current?.focus()
          }}
        />
      ) : null}
    </>
  )
}
