import Link from 'next/link'
import { Button, buttonClass } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'

/** The service has no such vehicle: what was asked for, and the other way to find one. */
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
      Ids are compared letter by letter. A vehicle can also be found by your own reference.
    </Notice>
  )
}
