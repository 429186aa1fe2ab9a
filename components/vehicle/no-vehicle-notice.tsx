import Link from 'next/link'
import { Button, buttonClass } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'

/** The service has no vehicle with this id: retry, or look up a reference. */
export function NoVehicleNotice({ asked, retry }: { readonly asked: string; readonly retry: () => void }) {
  return (
    <Notice
      tone="danger"
      title={
        <>
          The service has no vehicle with the id “<bdi>{asked}</bdi>”
        </>
      }
      action={
        <span className="flex flex-wrap gap-2">
          <Button onClick={retry}>Retry</Button>
          <Link href="/lookup" className={buttonClass()}>
            Look up a reference
          </Link>
        </span>
      }
    >
      Ids must match exactly. You can also find a vehicle by your own reference.
    </Notice>
  )
}
