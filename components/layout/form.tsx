import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import {
  type ComponentProps,
  type FormEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/field'
import { describeError, isKind } from '@/lib/api/client/errors'
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from '@/lib/api/contract/operators'
import { ProblemNotice } from './problem-notice'
import { useHydrated } from './use-hydrated'

/**
 * A field, required unless it says otherwise. Its key in the schema is the name
 * of the server's parameter.
 */
type FormField = Omit<ComponentProps<typeof TextField>, 'name' | 'value' | 'error'> & {
  /** Said of a text that is not accepted; without it, what the server allows. */
  readonly wrong?: string
  /** Said of an empty field; `wrong` without it. */
  readonly missing?: string
  readonly repeats?: string
}

/** `isPending` disables the button; typing clears the outcome. */
type Request = Pick<UseMutationResult, 'isPending' | 'isSuccess' | 'error' | 'reset'>

/**
 * Text fields and their button. The first wrong field says what is wrong and gets the focus,
 * whether the browser or the server found it; other refusals are shown above the button. Fields are
 * uncontrolled: a password manager may fill them before the page is hydrated, and typed text stays
 * until `onSubmit` resets the form.
 */
export function Form<Name extends string>({
  schema,
  request,
  username,
  passwordField,
  icon,
  action,
  busy,
  variant = 'primary',
  layout = 'column',
  secondAction,
  children,
  onSubmit,
}: {
  readonly schema: Readonly<Partial<Record<Name, FormField>>>
  readonly request: Request
  /** E-mail address of the account, for password managers. */
  readonly username?: string | null
  /** Field that shows a failed sign-in. */
  readonly passwordField?: NoInfer<Name>
  readonly icon?: ComponentProps<typeof Button>['icon']
  readonly action: ReactNode
  readonly busy: ReactNode
  readonly variant?: 'primary' | 'secondary'
  /** `card`: buttons take its width; `row`: the button stands beside the fields. */
  readonly layout?: 'card' | 'column' | 'row'
  readonly secondAction?: ReactNode
  /** Beside the fields of a row, otherwise below them. */
  readonly children?: ReactNode
  readonly onSubmit: (values: Readonly<Record<Name, string>>, form: HTMLFormElement) => void
}) {
  const form = useRef<HTMLFormElement>(null)
  const isHydrated = useHydrated()
  const [wrong, setWrong] = useState<{ readonly name: Name; readonly text: string } | null>(null)
  const fields = Object.entries(schema) as [Name, FormField][]
  const { isPending, isSuccess, error, reset } = request
  const refused = error ? describeError(error) : null
  const refusedName = refusedField()
  const isAtField = fields.some(([name]) => name === refusedName)
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [error])

  function refusedField(): string | null | undefined {
    if (isKind(error, 'wrong-code')) return 'code'
    if (isKind(error, 'sign-in-failed') && passwordField) return passwordField
    return refused?.parameter
  }
  function errorOf(name: Name, field: FormField): string | undefined {
    if (wrong?.name === name) return wrong.text
    return refused && refusedName === name ? (field.wrong ?? `Use ${refused.allowed}.`) : undefined
  }
  function input({ currentTarget }: FormEvent<HTMLFormElement>) {
    if (error || (isSuccess && !isPending)) reset()
    const values = valuesOf(fields, currentTarget)
    const [different] = fields.filter(
      ([name, field]) => values[name] !== '' && isDifferent(values, name, field),
    )
    setWrong(different ? { name: different[0], text: DIFFERENT } : null)
  }
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isPending) return
    const { currentTarget } = event
    const values = valuesOf(fields, currentTarget)
    for (const [name, field] of fields) {
      const control = currentTarget.elements.namedItem(name) as HTMLInputElement
      const text = isDifferent(values, name, field)
        ? DIFFERENT
        : whyWrong(field, values[name], control.validity)
      if (text === null) continue
      setWrong({ name, text })
      control.focus()
      return
    }
    onSubmit(values, currentTarget)
  }

  const shown = fields.map(([name, field]) => {
    const { wrong: _, missing: __, repeats: ___, ...props } = field
    return <TextField key={name} name={name} {...props} error={errorOf(name, field)} />
  })
  const button = (
    <Button
      type="submit"
      variant={variant}
      icon={icon}
      disabled={!isHydrated}
      isBusy={isPending}
      className={layout === 'row' ? 'max-md:w-full md:mt-5.25' : ''}
    >
      {isPending ? busy : action}
    </Button>
  )
  const notice = error && !isAtField ? <ProblemNotice error={error} /> : null
  return (
    <form
      ref={form}
      // A native submit must not put a password into the address.
      method="post"
      noValidate
      onInput={input}
      onSubmit={submit}
      className={`flex flex-col ${layout === 'card' ? 'gap-4' : 'gap-3'}`}
    >
      {username ? (
        <input name="username" autoComplete="username" value={username} readOnly hidden />
      ) : null}
      {layout === 'row' ? (
        <>
          <div className="flex flex-wrap items-start gap-3">
            {shown}
            {children}
            {button}
          </div>
          {notice}
        </>
      ) : (
        <>
          {shown}
          {notice}
          {children}
          <div className={layout === 'card' ? 'contents' : 'flex flex-wrap gap-2 max-md:flex-col'}>
            {button}
            {secondAction}
          </div>
        </>
      )}
    </form>
  )
}

const DIFFERENT = 'Passwords don’t match.'

function isDifferent<Name extends string>(
  values: Readonly<Record<Name, string>>,
  name: Name,
  { repeats }: FormField,
): boolean {
  return repeats !== undefined && values[repeats as Name] !== values[name]
}

function whyWrong(
  { missing, wrong, minLength = 0, required }: FormField,
  text: string,
  validity: ValidityState,
) {
  if (text !== '' ? validity.valid : required === false) return null
  if (text === '' && missing) return missing
  return minLength > 0 ? `Use at least ${minLength} characters.` : (wrong ?? 'Fill in this field.')
}

/** Texts as typed of passwords; codes without spaces; others trimmed. */
function valuesOf<Name extends string>(
  fields: readonly [Name, FormField][],
  form: HTMLFormElement,
) {
  const data = new FormData(form)
  const values = fields.map(([name, { type, autoComplete }]) => {
    const text = String(data.get(name) ?? '')
    if (autoComplete === 'one-time-code') return [name, text.replaceAll(/\s/g, '')]
    return [name, type === 'password' ? text : text.trim()]
  })
  return Object.fromEntries(values) as Record<Name, string>
}

/** A form's request. Passwords and codes are not kept in memory. */
export function useFormRequest<Entry, Result>(send: (entry: Entry) => Promise<Result>) {
  return useMutation({ mutationFn: send, gcTime: 0 })
}

export const emailField = {
  label: 'E-mail address',
  type: 'email',
  autoComplete: 'username',
  maxLength: 254,
  wrong: 'Enter an e-mail address, like name@example.com.',
} as const

export const currentPassword = {
  type: 'password',
  autoComplete: 'current-password',
  wrong: 'Wrong password.',
} as const

export const codeField = {
  label: 'Code',
  hint: 'Six digits from your authenticator app, or a backup code.',
  autoComplete: 'one-time-code',
  autoCapitalize: 'none',
  spellCheck: false,
  maxLength: 32,
  wrong: 'Wrong code. Codes change every 30 seconds.',
} as const

export function newPasswordFields(label: string) {
  const field = {
    type: 'password',
    autoComplete: 'new-password',
    maxLength: LONGEST_PASSWORD,
  } as const
  return {
    password: {
      ...field,
      label,
      hint: `At least ${SHORTEST_PASSWORD} characters. A few words are easy to remember and hard to guess.`,
      minLength: SHORTEST_PASSWORD,
    },
    again: { ...field, label: `Confirm ${label.toLowerCase()}`, repeats: 'password' },
  }
}
