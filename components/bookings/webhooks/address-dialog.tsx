import { SectionLink } from '@/components/layout/section-link'
import { CopyButton } from '@/components/ui/copy-button'
import { ShownOnceDialog } from '@/components/ui/dialog'
import { safeText } from '@/lib/format/text'
import { exampleCommand } from './address-words'

/** A new address: what to copy, where it goes, and how to try it. */
export function AddressDialog({
  name,
  url,
  onClose,
}: {
  readonly name: string
  readonly url: string
  readonly onClose: () => void
}) {
  const command = exampleCommand(url)
  return (
    <ShownOnceDialog
      label="New webhook address"
      title={`Webhook address “${safeText(name)}”`}
      lead={
        <>
          Register it with the service. <strong>It won’t be shown again.</strong> Anyone who has it can
          deliver bookings.
        </>
      }
      text={url}
      what="the address"
      onClose={onClose}
    >
      <div className="text-sm">
        <h3 className="font-semibold">Where it goes</h3>
        <p>
          Into the field <code>webhooks</code>: as <code>booking_status_changed</code> of bookings (
          <SectionLink section="2.4" opensTab />) and as <code>vehicle-booking-create</code> of vehicles (
          <SectionLink section="2.1" opensTab />
          ). In what is delivered, names with <code>_</code> and with <code>-</code> are understood.
        </p>
      </div>
      <div className="text-sm">
        <h3 className="font-semibold">Try it</h3>
        <p>This command delivers a made-up booking, which then appears under Bookings.</p>
        <div className="border-line bg-sunken mt-1 flex items-start gap-2 rounded-md border py-1 pr-1 pl-3">
          <code className="min-w-0 flex-1 py-1 text-xs select-all [overflow-wrap:anywhere]">{command}</code>
          <CopyButton text={command} what="the command" />
        </div>
      </div>
      <p className="text-muted text-sm">If it gets lost, create another one and revoke this one.</p>
    </ShownOnceDialog>
  )
}
