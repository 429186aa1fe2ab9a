import type { Auth } from '@/lib/auth/auth'

/** Where there is no operator yet, whoever reads this may become the first. */
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
