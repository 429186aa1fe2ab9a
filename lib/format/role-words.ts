import type { Role } from '@/lib/api/contract/operators'

interface RoleWords {
  readonly label: string
  /** Its permissions. */
  readonly may: string
}

/** From least to most permissions. */
export const roleWords: Readonly<Record<Role, RoleWords>> = {
  viewer: {
    label: 'Viewer',
    may: 'Map and vehicles, without the contacts of drivers and owners',
  },
  dispatcher: {
    label: 'Dispatcher',
    may: 'Everything on the screens',
  },
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
