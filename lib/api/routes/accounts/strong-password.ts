import { InvalidInput } from '@/lib/api/http/invalid-input'
import { passwordWeakness } from '@/lib/auth/sign-in/password-strength'

/** @param own name and e-mail address of the operator. @throws InvalidInput */
export async function requireStrongPassword(password: string, own: readonly string[]): Promise<void> {
  const allowed = await passwordWeakness(password, own)
  if (allowed !== null) throw new InvalidInput('password', allowed)
}
