import { route } from '@/lib/api/http/route'

export const account = [
  route(
    'GET /api/me',
    { summary: 'The operator of the session or token, and the role', role: 'viewer' },
    async ({ principal: { operator, role } }) => {
      const me = operator && {
        id: operator.id,
        name: operator.name,
        email: operator.email,
        role,
        twoFactor: operator.twoFactor,
      }
      return { data: { operator: me } }
    },
  ),
] as const
