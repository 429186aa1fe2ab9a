/** Of Kerbside: a kerb with two yellow lines. */
export function Mark({ className = '' }: { readonly className?: string }) {
  return (
    <svg viewBox="0 0 20 20" aria-hidden="true" className={`shrink-0 ${className}`}>
      <rect x="1" y="1" width="6" height="18" rx="1.5" className="fill-muted" />
      <rect x="10" y="1" width="3" height="18" rx="1" className="fill-kerb" />
      <rect x="15.5" y="1" width="3" height="18" rx="1" className="fill-kerb" />
    </svg>
  )
}
