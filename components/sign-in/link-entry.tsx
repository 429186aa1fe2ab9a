import { Notice } from '@/components/ui/notice'
import { Skeleton } from '@/components/ui/skeleton'
import { Entry } from './entry'

export function IncompleteLink({ title }: { readonly title: string }) {
  return (
    <Entry title={title}>
      <Notice tone="warning" title="The link is incomplete">
        Copy the whole link and open it again.
      </Notice>
    </Entry>
  )
}

export function LoadingLink({ title }: { readonly title: string }) {
  return (
    <Entry title={title}>
      <Skeleton label="Checking the link" lines={6} />
    </Entry>
  )
}
