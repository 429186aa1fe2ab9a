import { routes } from '@/lib/process/routes'

export const DELETE = routes.revokeWebhook
