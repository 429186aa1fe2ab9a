import { Notice } from '@/components/ui/notice'

/** Safari keeps no session for an http:// address, and some browsers keep no cookies at all. */
export function LostSessionNotice() {
  return (
    <Notice tone="danger" title="Your browser did not keep the session">
      Allow cookies for this address, and open Kerbside over https, or in another browser.
    </Notice>
  )
}
