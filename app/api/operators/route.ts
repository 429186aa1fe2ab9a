import { routes } from '@/lib/process/routes'

export const GET = routes.operators
export const POST = routes.invite
