import { routes } from '@/lib/app/parts/routes'

export const GET = routes.webhooks
export const POST = routes.addWebhook
