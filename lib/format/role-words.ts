import type { Role } from '@/lib/api/contract/operators'

/** Label and permissions of each role, from least to most. */
export const roleWords: Readonly<Record<Role, { label: string; may: string }>> = {
  viewer: { label: 'Viewer', may: 'Map and vehicles, without the contacts of drivers and owners' },
  dispatcher: { label: 'Dispatcher', may: 'Everything on the screens' },
  administrator: {
    label: 'Administrator',
    may: 'Everything on the screens, operators, webhook addresses and the audit log',
  },
}

export const roles = Object.keys(roleWords) as Role[]

/** Whether a change of role removes permissions. */
export function isDemotion(from: Role, to: Role): boolean {
  return roles.indexOf(to) < roles.indexOf(from)
}
