export function Skeleton({
  label,
  lines = 3,
}: {
  readonly label: string
  readonly lines?: number
}) {
  return (
    <div role="status" className="flex flex-col gap-3">
      <span className="sr-only print:not-sr-only">{label}</span>
      {Array.from({ length: lines }, (_, line) => line).map((line) => (
        <div
          key={line}
          className={`bg-sunken h-5 print:hidden motion-safe:animate-pulse rounded-sm ${line % 3 === 2 ? 'w-1/2' : 'w-full'}`}
        />
      ))}
    </div>
  )
}
