import type { ReactNode } from 'react'

/** Of about one height, each as high as its panels; one below the other on a phone. */
export function TwoColumns({ first, second }: Record<'first' | 'second', ReactNode>) {
  return (
    <div className="grid items-start gap-4 md:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-4">{first}</div>
      <div className="flex min-w-0 flex-col gap-4">{second}</div>
    </div>
  )
}
