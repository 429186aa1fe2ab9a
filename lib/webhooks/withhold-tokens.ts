/** As in JSON, in JSON within JSON, and in a form's field. */
const ADDRESS = /(hooks(?:\\*\/|%2[fF]))([\w-]{43})(?![\w-])/g
const WITHHELD = 'token-withheld'

/**
 * Removes the tokens of our own webhook addresses from an answer: records and deliveries repeat the addresses that are
 * registered in them, and any holder of one can deliver bookings.
 * @param find null for a token that is not in use; asked for only where a text may hold one
 */
export async function withholdTokens(
  text: string,
  find: () => Promise<(secret: string) => string | null | undefined>,
): Promise<string> {
  if (text.search(ADDRESS) < 0) return text
  const idOf = await find()
  return text.replace(ADDRESS, (address, before: string, secret: string) =>
    idOf(secret) === null ? address : before + WITHHELD,
  )
}
