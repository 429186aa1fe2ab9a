import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'

// Not on paper.
const base =
  'print:hidden inline-flex min-h-11 border items-center justify-center gap-2 rounded-md px-4 text-sm font-semibold motion-safe:transition-colors disabled:opacity-55 md:min-h-9 md:px-3'

const variants = {
  primary: 'border-transparent bg-accent text-on-accent hover:bg-accent-hover',
  secondary: 'border-line-strong bg-surface text-text hover:bg-sunken',
  ghost: 'border-transparent text-text hover:bg-sunken',
} as const

export function buttonClass(variant: keyof typeof variants = 'secondary', extra = ''): string {
  return `${base} ${variants[variant]} ${extra}`
}

interface ButtonProps extends ComponentProps<'button'> {
  readonly variant?: keyof typeof variants
  readonly icon?: LucideIcon
  /** Ignores clicks, and keeps the focus, which a disabled button loses. */
  readonly isBusy?: boolean
}

export function Button({
  variant,
  icon: Icon,
  isBusy = false,
  className,
  children,
  type = 'button',
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={isBusy || undefined}
      onClick={isBusy ? undefined : onClick}
      className={buttonClass(variant, className)}
    >
      {Icon ? <Icon aria-hidden className="size-4 shrink-0" /> : null}
      {children}
    </button>
  )
}

export function IconButton({
  label,
  className = '',
  ...rest
}: ButtonProps & { readonly label: string }) {
  return (
    <Button
      {...rest}
      aria-label={label}
      title={label}
      className={`min-w-11 px-0! md:min-w-9 ${className}`}
    />
  )
}
