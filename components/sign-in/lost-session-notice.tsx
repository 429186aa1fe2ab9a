import { Notice } from '@/components/ui/notice'

/** Safari stores no secure cookie for an http:// address; other browsers may block all cookies. */
export function LostSessionNotice() {
  return (
    <Notice tone="danger" title="Your browser did not store the session">
      Allow cookies for this address, open Kerbside over https, or use another browser.
    </Notice>
  )
}
