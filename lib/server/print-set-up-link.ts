import type { Auth } from '@/lib/auth/auth'

/** Prints the link to create the first administrator while there is no operator. */
export async function printSetUpLink(
  { invitations }: Pick<Auth, 'invitations'>,
  origin: string,
  print: (line: string) => void,
): Promise<void> {
  const link = await invitations.createSetUp()
  if (!link) return
  print(
    `Nobody can sign in yet. Within a day, make the first administrator at ${origin}/set-up#${link.secret}`,
  )
}
