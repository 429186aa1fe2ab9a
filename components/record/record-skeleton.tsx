import { Skeleton } from '@/components/ui/skeleton'

const box = 'bg-surface border-line rounded-lg border p-4'

/** The outline of a record's panels while it loads. */
export function RecordSkeleton({ label }: { readonly label: string }) {
  return (
    <div className="grid items-start gap-4 md:grid-cols-2">
      <div className={box}>
        <Skeleton label={label} lines={12} />
      </div>
      <div aria-hidden="true" className={`${box} hidden md:block`}>
        <Skeleton label="" lines={8} />
      </div>
    </div>
  )
}
