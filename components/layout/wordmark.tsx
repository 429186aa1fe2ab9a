import Link from 'next/link'

/** Logo and name; hidden on phones. */
export function Wordmark() {
  return (
    <Link
      href="/"
      className="flex min-h-11 items-center gap-2 px-1 max-sm:group-has-[nav]/header:hidden text-base font-bold tracking-tight"
    >
      <svg viewBox="0 0 20 20" className="size-5 shrink-0" aria-hidden="true">
        <rect x="1" y="1" width="6" height="18" rx="1.5" className="fill-muted" />
        <rect x="10" y="1" width="3" height="18" rx="1" className="fill-kerb" />
        <rect x="15.5" y="1" width="3" height="18" rx="1" className="fill-kerb" />
      </svg>
      <span>Kerbside</span>
    </Link>
  )
}
