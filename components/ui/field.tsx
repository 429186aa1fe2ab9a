import { type ComponentProps, type ReactNode, useId } from 'react'

export const inputClass =
  'w-full min-h-11 rounded-md border border-line-strong bg-surface px-3 text-text placeholder:text-muted aria-invalid:border-danger aria-invalid:outline-danger md:min-h-9 md:px-2.5'

/**
 * A labelled control with its hint and its error; `children` spreads the
 * given props on the control.
 */
export function Field({
  label,
  hint,
  error,
  className = '',
  children,
}: {
  readonly label: string
  readonly hint?: ReactNode
  readonly error?: ReactNode
  readonly className?: string
  readonly children: (
    props: Pick<ComponentProps<'input'>, 'id' | 'aria-describedby' | 'aria-invalid'>,
  ) => ReactNode
}) {
  const id = useId()
  const noteId = `${id}-note`
  const note = error ?? hint
  return (
    <div className={`flex flex-col gap-1 ${className}`}>
      <label htmlFor={id} className="text-muted text-xs font-semibold">
        {label}
      </label>
      {children({
        id,
        'aria-describedby': note ? noteId : undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {note ? (
        <p id={noteId} className={`text-xs ${error ? 'text-danger' : 'text-muted'}`}>
          {note}
        </p>
      ) : null}
    </div>
  )
}

type FieldProps = Omit<ComponentProps<typeof Field>, 'children'>

interface Choice<Value> {
  readonly value: Value
  readonly options: readonly (readonly [value: Value, words: string])[]
  readonly onChange: (value: Value) => void
}

export function Select<Value extends string | number>({
  value,
  options,
  onChange,
  className = '',
  ...rest
}: Choice<Value> & Omit<ComponentProps<'select'>, keyof Choice<Value>>) {
  return (
    <select
      {...rest}
      value={value}
      onChange={({ target }) => onChange(options[target.selectedIndex]?.[0] ?? value)}
      className={`${inputClass} ${className}`}
    >
      {options.map(([one, words]) => (
        <option key={one} value={one}>
          {words}
        </option>
      ))}
    </select>
  )
}

export function SelectField<Value extends string | number>({
  value,
  options,
  onChange,
  ...field
}: Choice<Value> & FieldProps) {
  return (
    <Field {...field}>
      {(control) => <Select {...control} value={value} options={options} onChange={onChange} />}
    </Field>
  )
}

export function Checkbox({
  onChange,
  children,
  ...rest
}: Omit<ComponentProps<'input'>, 'onChange'> & { readonly onChange: (isOn: boolean) => void }) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-2 md:min-h-8">
      <input
        {...rest}
        type="checkbox"
        onChange={({ target }) => onChange(target.checked)}
        className="accent-accent size-4 shrink-0"
      />
      <span>{children}</span>
    </label>
  )
}

/** Labelled text input, required by default; `className` is that of the whole field. */
export function TextField({
  label,
  hint,
  error,
  className,
  ...input
}: FieldProps & Omit<ComponentProps<'input'>, 'id'>) {
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      {(control) => <input required {...input} {...control} className={inputClass} />}
    </Field>
  )
}
