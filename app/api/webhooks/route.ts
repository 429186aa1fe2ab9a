import { routes } from '@/lib/process/routes'

export const GET = routes.webhooks
export const POST = routes.addWebhook
